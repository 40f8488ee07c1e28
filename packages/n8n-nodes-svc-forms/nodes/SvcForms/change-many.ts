/** Applies actions to the submissions from all input items, with up to 100 submissions per request. */
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { callService } from '../service/service-request.ts';
import { isRecord, plainText, recordsIn, textIn } from '../service/unknown-value.ts';
import { textParameter } from './item-parameters.ts';
import { asNodeError, errorJson } from './item-error.ts';

const MAX_IDS = 100;

/** Returns the ids in a parameter: a list, or a string of ids separated by commas, spaces or line breaks. */
export function idsOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(plainText) : plainText(value).split(/[\s,;]+/);
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/**
 * Applies the selected actions and returns the outcome for each submission: `{ id, ok }`, and the problem if
 * it failed. If several items contain the same submission, each action is applied to it once.
 */
export async function changeMany(node: IExecuteFunctions): Promise<INodeExecutionData[]> {
  /** For each action, maps every submission to the first item that contains it. */
  const itemsByAction = new Map<string, Map<string, number>>();
  for (const itemIndex of node.getInputData().keys()) {
    const action = textParameter(node, 'change', itemIndex);
    const ids = idsOf(node.getNodeParameter('submissionIds', itemIndex));
    if (ids.length === 0)
      throw new NodeOperationError(node.getNode(), 'Enter at least one submission ID', { itemIndex });
    const items = itemsByAction.get(action) ?? new Map<string, number>();
    itemsByAction.set(action, items);
    for (const id of ids) if (!items.has(id)) items.set(id, itemIndex);
  }
  const handedOn: INodeExecutionData[] = [];
  for (const [action, items] of itemsByAction) {
    const all = [...items];
    for (let start = 0; start < all.length; start += MAX_IDS)
      handedOn.push(...(await changeSome(node, action, all.slice(start, start + MAX_IDS))));
  }
  return handedOn;
}

async function changeSome(
  node: IExecuteFunctions,
  action: string,
  items: readonly (readonly [string, number])[],
): Promise<INodeExecutionData[]> {
  const itemOf = new Map(items);
  const [[, firstItem]] = items as [readonly [string, number]];
  try {
    const body = { ids: [...itemOf.keys()], action };
    const response = await callService(node, {
      method: 'POST',
      path: '/v1/submissions/bulk',
      body,
      itemIndex: firstItem,
    });
    return recordsIn(response, 'data').map(({ id, ok, problem }) => ({
      json: {
        id: String(id),
        ok: ok === true,
        action,
        ...(isRecord(problem) && { error: textIn(problem, 'detail') ?? textIn(problem, 'title') ?? '' }),
      },
      pairedItem: { item: itemOf.get(String(id)) ?? firstItem },
    }));
  } catch (error) {
    if (!node.continueOnFail()) throw asNodeError(node, error, firstItem);
    return items.map(([id, item]) => ({
      json: { id, ok: false, action, ...errorJson(error) },
      pairedItem: { item },
    }));
  }
}
