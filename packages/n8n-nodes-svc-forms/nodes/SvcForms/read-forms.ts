/** Implements the operations that read forms. */
import { callForObject, listRows } from '../service/service-request.ts';
import { plainText } from '../service/unknown-value.ts';
import { chosenFormId, collectionParameter, limitOf } from './item-parameters.ts';
import type { ItemResult, ItemRun } from './run-operation.ts';

export async function getForm({ node, itemIndex }: ItemRun): Promise<ItemResult[]> {
  const path = `/v1/forms/${encodeURIComponent(chosenFormId(node, itemIndex))}`;
  return [{ json: await callForObject(node, { path, itemIndex }) }];
}

export async function getForms({ node, itemIndex }: ItemRun): Promise<ItemResult[]> {
  const filters = collectionParameter(node, 'filters', itemIndex);
  const [status, q] = [plainText(filters['status']), plainText(filters['q']).trim()];
  const query = { ...(status && { status }), ...(q && { q }) };
  const rows = await listRows(node, { path: '/v1/forms', query, itemIndex }, limitOf(node, itemIndex));
  return rows.map((json) => ({ json }));
}
