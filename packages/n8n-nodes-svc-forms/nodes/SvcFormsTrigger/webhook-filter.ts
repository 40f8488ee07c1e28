/** Reads the trigger's filter, which the service applies before it sends a submission to the workflow. */
import { NodeOperationError, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import { isRecord } from '../service/unknown-value.ts';

const EXAMPLE = '{"all": [{"field": "topic", "op": "equals", "value": "sales"}]}';

export const FILTER_DESCRIPTION = `The workflow only runs for submissions that match, for example <code>${EXAMPLE}</code>. Leave empty for all submissions.`;

/**
 * Returns the filter for the webhook, or null if there is none. The service checks its conditions.
 * @throws NodeOperationError if the option isn't a JSON object
 */
export function chosenFilter(hook: IHookFunctions): IDataObject | null {
  const { filter } = hook.getNodeParameter('options', {}) as IDataObject;
  if (filter === undefined || filter === null || filter === '') return null;
  const parsed = typeof filter === 'string' ? parsedJson(filter) : filter;
  if (!isRecord(parsed))
    throw new NodeOperationError(hook.getNode(), `The filter must be a JSON object, for example ${EXAMPLE}`);
  return Object.keys(parsed).length === 0 ? null : (parsed as IDataObject);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns true if the webhook in a response has this filter. The order of a condition's properties is
 * ignored.
 */
export function hasFilter(webhook: Readonly<Record<string, unknown>>, filter: IDataObject | null): boolean {
  return textOf(webhook['filter'] ?? null) === textOf(filter);
}

const textOf = (filter: unknown): string =>
  JSON.stringify(filter, (_name, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
