/** Converts filters between the API's format and the format used for editing. */
import type { Schema } from '../api/schema.ts';

export type Filter = NonNullable<Schema<'Webhook'>['filter']>;
type Condition = NonNullable<Filter['all']>[number];
export type FilterOp = Condition['op'];

export const filterOps = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'in',
  'matches',
  'greater_than',
  'less_than',
  'exists',
  'not_exists',
] as const satisfies readonly FilterOp[];

/** Properties of a submission that filters can compare, in addition to its fields. */
export const submissionProperties = ['$form', '$language', '$spam_score', '$files', '$page'] as const;

/** Maximum number of conditions that the service accepts. */
export const MAX_CONDITIONS = 20;

export interface EditedCondition {
  readonly field: string;
  readonly op: FilterOp;
  /** The value as text. Lists are separated by commas. */
  readonly text: string;
  /** True while the user types the name of a field that isn't in the list. */
  readonly isOther?: boolean;
  /** The stored value, which is sent unchanged if the text still represents it. */
  readonly stored?: Condition['value'];
}

export interface EditedFilter {
  readonly mode: 'all' | 'any';
  /** If empty, all submissions match. */
  readonly conditions: readonly EditedCondition[];
}

export const NO_FILTER: EditedFilter = { mode: 'all', conditions: [] };

export const needsValue = (op: FilterOp): boolean => op !== 'exists' && op !== 'not_exists';

/** Returns the filter for editing. */
export function editedFilter(filter: Filter | null): EditedFilter {
  if (!filter) return NO_FILTER;
  const conditions = filter.all ?? filter.any ?? [];
  return {
    mode: filter.all ? 'all' : 'any',
    conditions: conditions.map(({ field, op, value }) => ({
      field,
      op,
      text: textOf(value),
      ...(value !== undefined && { stored: value }),
    })),
  };
}

/** Returns the filter in the API's format, or null if it has no conditions. */
export function filterOf({ mode, conditions }: EditedFilter): Filter | null {
  if (conditions.length === 0) return null;
  return { [mode]: conditions.map(conditionOf) };
}

/**
 * Returns true if every condition has a field and any value that it needs, so that the service can test the
 * filter.
 */
export const isComplete = ({ conditions }: EditedFilter): boolean =>
  conditions.every(({ field, op, text }) => field.trim() !== '' && (!needsValue(op) || text.trim() !== ''));

/** Returns a stored value as text. */
export function textOf(value: Condition['value']): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const numeric: ReadonlySet<string> = new Set(['$spam_score', '$files']);

function conditionOf({ field, op, text, stored }: EditedCondition): Condition {
  const named = { field: field.trim(), op };
  if (!needsValue(op)) return named;
  const isList = op === 'in';
  if (stored !== undefined && Array.isArray(stored) === isList && textOf(stored) === text) {
    return { ...named, value: stored };
  }
  const parse = (part: string): string | number => {
    const comparesNumbers = op === 'greater_than' || op === 'less_than' || numeric.has(named.field);
    return comparesNumbers && NUMBER.test(part.trim()) ? Number(part) : part.trim();
  };
  if (isList) {
    const parts = text.split(/[,\n]/).filter((part) => part.trim() !== '');
    return { ...named, value: parts.map(parse) };
  }
  // Don't trim text to search for, because leading and trailing spaces are part of it.
  const isSearched = op === 'matches' || op === 'contains' || op === 'not_contains';
  return { ...named, value: isSearched ? text : parse(text) };
}

/** The service's error messages, keyed by their path in the request. */
export type ErrorsByPath = Readonly<Record<string, string>>;

/**
 * Returns the error messages for a condition: for its field, its operator and its value.
 * @param path path of the filter in the request, for example `filter` or `notify_emails.0.filter`
 */
export function errorsOfCondition(
  errors: ErrorsByPath,
  path: string,
  mode: EditedFilter['mode'],
  index: number,
): { readonly field?: string; readonly op?: string; readonly value?: string } {
  const start = `${path}.${mode}.${index}`;
  const at = (member: string): string | undefined =>
    Object.entries(errors).find(
      ([each]) => each === `${start}.${member}` || each.startsWith(`${start}.${member}.`),
    )?.[1];
  const [field, op, value] = [at('field'), at('op'), at('value')];
  const whole = errors[start];
  const ofValue = value ?? whole;
  return {
    ...(field !== undefined && { field }),
    ...(op !== undefined && { op }),
    ...(ofValue !== undefined && { value: ofValue }),
  };
}
