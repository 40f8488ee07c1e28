/** Implements the operations that read submissions, and the operation that updates one. */
import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { withTypedPayload } from '../service/typed-payload.ts';
import { callForObject, listRows } from '../service/service-request.ts';
import {
  collectionParameter,
  limitOf,
  requiredText,
  submissionFilters,
  submissionsPath,
} from './item-parameters.ts';
import type { ItemResult, ItemRun } from './run-operation.ts';

export const submissionPath = (id: string): string => `/v1/submissions/${encodeURIComponent(id)}`;

async function typedResult(submission: IDataObject, { typesOf }: ItemRun): Promise<ItemResult> {
  const { form_id } = submission;
  const types = typeof form_id === 'string' ? await typesOf(form_id) : {};
  return { json: withTypedPayload(submission, types) };
}

export async function getSubmission(run: ItemRun): Promise<ItemResult[]> {
  const { node, itemIndex } = run;
  const path = submissionPath(requiredText(node, 'submissionId', itemIndex));
  return [await typedResult(await callForObject(node, { path, itemIndex }), run)];
}

export async function getSubmissions(run: ItemRun): Promise<ItemResult[]> {
  return await listed(run, {});
}

/** Searches submissions until the limit is reached or there are no more to search. */
export async function searchSubmissions(run: ItemRun): Promise<ItemResult[]> {
  return await listed(run, { q: requiredText(run.node, 'q', run.itemIndex) });
}

async function listed(run: ItemRun, more: IDataObject): Promise<ItemResult[]> {
  const { node, itemIndex } = run;
  const path = submissionsPath(node, itemIndex);
  const query = { ...submissionFilters(node, itemIndex), ...more };
  const rows = await listRows(node, { path, query, itemIndex }, limitOf(node, itemIndex));
  return await Promise.all(rows.map((row) => typedResult(row, run)));
}

export async function updateSubmission(run: ItemRun): Promise<ItemResult[]> {
  const { node, itemIndex } = run;
  const path = submissionPath(requiredText(node, 'submissionId', itemIndex));
  const { note, ...others } = collectionParameter(node, 'changes', itemIndex) as IDataObject;
  const body = { ...others, ...(note !== undefined && { note: note === '' ? null : note }) };
  if (Object.keys(body).length === 0)
    throw new NodeOperationError(node.getNode(), 'Add at least one change', { itemIndex });
  return [await typedResult(await callForObject(node, { method: 'PATCH', path, body, itemIndex }), run)];
}
