/** Creates a submission and lists the fields that can be mapped. */
import {
  NodeOperationError,
  type IDataObject,
  type ILoadOptionsFunctions,
  type ResourceMapperFields,
} from 'n8n-workflow';
import { mappedFields } from '../service/typed-payload.ts';
import { callForObject } from '../service/service-request.ts';
import { isRecord, plainText } from '../service/unknown-value.ts';
import { chosenFormId, collectionParameter } from './item-parameters.ts';
import type { ItemResult, ItemRun } from './run-operation.ts';

/** Lists the fields of the selected form. */
export async function mapFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  const chosen = this.getNodeParameter('formId', '', { extractValue: true });
  const formId = typeof chosen === 'string' ? chosen.trim() : '';
  if (formId === '') return { fields: [], emptyFieldsNotice: 'Choose a form first.' };
  return {
    fields: await mappedFields(this, formId),
    emptyFieldsNotice:
      'The form has no declared fields and no submissions yet. Choose "Map Automatically" to submit the properties of the item.',
  };
}

/**
 * Creates a submission using the credential, so no origin or page is required. The form's other checks apply.
 * Spam is accepted without returning an ID, as for any other sender.
 */
export async function createSubmission({ node, itemIndex }: ItemRun): Promise<ItemResult[]> {
  const form = chosenFormId(node, itemIndex);
  const { mappingMode, value } = node.getNodeParameter('fields', itemIndex) as IDataObject;
  const item = node.getInputData()[itemIndex]?.json ?? {};
  const posted = mappingMode === 'autoMapInputData' ? item : isRecord(value) ? value : {};
  const fields = Object.fromEntries(
    Object.entries(posted).filter(([, each]) => each !== null && each !== undefined),
  ) as IDataObject;
  if (Object.keys(fields).length === 0)
    throw new NodeOperationError(node.getNode(), 'Map at least one field', { itemIndex });
  const key = plainText(collectionParameter(node, 'options', itemIndex)['idempotencyKey']);
  const { job_id, ...response } = await callForObject(node, {
    method: 'POST',
    path: '/en/api',
    body: { form, fields },
    ...(key && { headers: { 'idempotency-key': key } }),
    itemIndex,
  });
  return [{ json: { ...(job_id && { id: job_id }), form_id: form, ...response } }];
}
