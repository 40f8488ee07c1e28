/** Exports a form's submissions to a file. */
import { fetchFile } from '../service/service-request.ts';
import { plainText } from '../service/unknown-value.ts';
import { chosenFormId, collectionParameter, submissionFilters } from './item-parameters.ts';
import type { ItemResult, ItemRun } from './run-operation.ts';

export async function exportSubmissions({ node, itemIndex }: ItemRun): Promise<ItemResult[]> {
  const formId = chosenFormId(node, itemIndex);
  const chosen = node.getNodeParameter('format', itemIndex);
  const format = chosen === 'ndjson' || chosen === 'xlsx' ? chosen : 'csv';
  const { delimiter, timeZone, listsAsJson } = collectionParameter(node, 'options', itemIndex);
  const query = {
    format,
    ...submissionFilters(node, itemIndex),
    ...(format === 'csv' && plainText(delimiter) && { delimiter: plainText(delimiter) }),
    ...(format !== 'ndjson' && {
      ...(plainText(timeZone) && { time_zone: plainText(timeZone) }),
      ...(listsAsJson === true && { lists: 'json' }),
    }),
  };
  const path = `/v1/forms/${encodeURIComponent(formId)}/submissions/export`;
  const { content, contentType } = await fetchFile(node, { path, query, itemIndex });
  const name = `${formId}.${format}`;
  const property = node.getNodeParameter('binaryPropertyName', itemIndex, 'data');
  return [
    {
      json: { form_id: formId, name, size: content.length },
      binary: { [property]: await node.helpers.prepareBinaryData(content, name, contentType) },
    },
  ];
}
