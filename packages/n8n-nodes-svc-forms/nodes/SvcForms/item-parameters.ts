/** Reads parameters that several operations share. */
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { isRecord, plainText } from '../service/unknown-value.ts';
import { instantOf } from './zoned-instant.ts';

/** Returns the ID of the form that was selected from the list or entered. */
export function chosenFormId(node: IExecuteFunctions, itemIndex: number): string {
  const value = node.getNodeParameter('formId', itemIndex, '', { extractValue: true });
  const formId = plainText(value).trim();
  if (formId === '') throw new NodeOperationError(node.getNode(), 'Choose a form', { itemIndex });
  return formId;
}

/** Returns a trimmed text parameter. */
export function textParameter(node: IExecuteFunctions, name: string, itemIndex: number): string {
  return plainText(node.getNodeParameter(name, itemIndex, '')).trim();
}

/** Returns the values in a collection of optional parameters. */
export function collectionParameter(
  node: IExecuteFunctions,
  name: string,
  itemIndex: number,
): Readonly<Record<string, unknown>> {
  const collection: unknown = node.getNodeParameter(name, itemIndex, {});
  return isRecord(collection) ? collection : {};
}

/** Returns a required text parameter, such as an ID. */
export function requiredText(node: IExecuteFunctions, name: string, itemIndex: number): string {
  const text = textParameter(node, name, itemIndex);
  if (text === '')
    throw new NodeOperationError(node.getNode(), `The parameter "${name}" is empty`, { itemIndex });
  return text;
}

/** Returns the maximum number of rows. */
export function limitOf(node: IExecuteFunctions, itemIndex: number): number {
  const isAll = node.getNodeParameter('returnAll', itemIndex, false);
  return isAll ? Number.POSITIVE_INFINITY : node.getNodeParameter('limit', itemIndex, 50);
}

/** Returns the path for listing the submissions of one form, or of all forms. */
export function submissionsPath(node: IExecuteFunctions, itemIndex: number): string {
  const isAll = node.getNodeParameter('formScope', itemIndex, 'form') === 'all';
  return isAll
    ? '/v1/submissions'
    : `/v1/forms/${encodeURIComponent(chosenFormId(node, itemIndex))}/submissions`;
}

/** Returns the filters as query parameters for the service. */
export function submissionFilters(node: IExecuteFunctions, itemIndex: number): IDataObject {
  const filters = collectionParameter(node, 'filters', itemIndex);
  const { status, since, until, read, starred, hasFiles } = filters;
  const time = (value: unknown): string => {
    const instant = instantOf(value, node.getTimezone());
    if (instant === undefined)
      throw new NodeOperationError(
        node.getNode(),
        `"${plainText(value)}" is not a valid time, for example 2026-11-30T09:00:00Z`,
        { itemIndex },
      );
    return instant;
  };
  return {
    ...(status !== undefined && { status: plainText(status) }),
    ...(isGiven(since) && { since: time(since) }),
    ...(isGiven(until) && { until: time(until) }),
    ...(read !== undefined && { read: plainText(read) }),
    ...(starred !== undefined && { starred: plainText(starred) }),
    ...(hasFiles !== undefined && { has_files: plainText(hasFiles) }),
  };
}

/** Returns false for an optional parameter that was added but left empty. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
