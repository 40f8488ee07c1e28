/** Downloads a submission's files and returns each as a separate item. */
import { NodeOperationError } from 'n8n-workflow';
import { callForObject, fetchLink } from '../service/service-request.ts';
import { recordsIn, textIn } from '../service/unknown-value.ts';
import { requiredText, textParameter } from './item-parameters.ts';
import { submissionPath } from './read-submissions.ts';
import type { ItemResult, ItemRun } from './run-operation.ts';

export async function downloadFiles({ node, itemIndex }: ItemRun): Promise<ItemResult[]> {
  const submissionId = requiredText(node, 'submissionId', itemIndex);
  const fileId = textParameter(node, 'fileId', itemIndex);
  const property = node.getNodeParameter('binaryPropertyName', itemIndex, 'data');
  const submission = await callForObject(node, { path: submissionPath(submissionId), itemIndex });
  const all = recordsIn(submission, 'attachments');
  const wanted = fileId === '' ? all : all.filter((file) => file['id'] === fileId);
  if (fileId !== '' && wanted.length === 0)
    throw new NodeOperationError(node.getNode(), `The submission has no file ${fileId}`, { itemIndex });
  const results: ItemResult[] = [];
  for (const file of wanted) {
    const { content } = await fetchLink(node, textIn(file, 'url') ?? '', itemIndex);
    const [id, field, name, contentType] = ['id', 'field', 'name', 'content_type'].map(
      (member) => textIn(file, member) ?? '',
    );
    results.push({
      json: { submission_id: submissionId, id, field, name, content_type: contentType, size: content.length },
      binary: { [property]: await node.helpers.prepareBinaryData(content, name, contentType) },
    });
  }
  return results;
}
