/**
 * Defines filters, which determine whether a webhook or a recipient is notified of a submission
 * (docs/specification.md, "Filters").
 */
import * as z from 'zod';
import { ValidationFailed, type ValidationIssue } from '../../core/errors/errors.ts';
import { foldCaseAndAccents } from '../../core/text/folded-text.ts';
import { isDate } from '../fields/calendar-date.ts';
import { MAX_PATTERN_LENGTH } from '../fields/field.ts';

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
] as const;
export type FilterOp = (typeof filterOps)[number];

/** Names that filters use for properties of the submission itself, as opposed to its fields. */
export const submissionFields = ['$form', '$language', '$spam_score', '$files', '$page'] as const;

/** Maximum size of a filter, in bytes of JSON. */
const MAX_BYTES = 4 * 1024;
const MAX_CONDITIONS = 20;
const MAX_TEXT_LENGTH = 200;
const MAX_LIST_LENGTH = 50;

const single = z.union([z.string(), z.number()]);
export type FilterValue = z.infer<typeof single>;

const field = z
  .string()
  .min(1)
  .describe(
    'Name of a submitted field, or `$form` (slug or ID), `$language`, `$spam_score`, `$files` (number of files) or `$page`.',
  )
  .meta({ examples: ['topic'] });
const op = z
  .enum(filterOps)
  .describe('How the field is compared.')
  .meta({ examples: ['equals'] });
const value = z
  .union([z.string(), z.number(), z.array(single)])
  .optional()
  .describe(
    'Value to compare with: a string or number for `equals` and `not_equals`, a string of up to 200 characters for `contains`, `not_contains`, `starts_with` and `ends_with`, a list of up to 50 strings or numbers for `in`, an RE2 pattern for `matches`, and a number or a date such as `2026-11-30` for `greater_than` and `less_than`. `exists` and `not_exists` take no value.',
  )
  .meta({ examples: ['sales'] });

const conditionInput = z.strictObject({ field, op, value }).superRefine((condition, { addIssue }) => {
  const found = fieldFault(condition.field);
  if (found !== undefined) addIssue({ code: 'custom', path: ['field'], message: found });
  for (const { path, message } of valueFaults(condition)) addIssue({ code: 'custom', path, message });
});
export type FilterCondition = z.infer<typeof conditionInput>;

const CONDITIONS_EXAMPLE = [{ field: 'topic', op: 'equals', value: 'sales' }];
/** Example of a filter in the OpenAPI document. */
export const FILTER_EXAMPLE = { all: CONDITIONS_EXAMPLE };
const EXAMPLES = { examples: [CONDITIONS_EXAMPLE] };
const ALL = 'Conditions that must all be met.';
const ANY = 'Conditions; at least one must be met.';
const conditionsInput = z.array(conditionInput).min(1).max(MAX_CONDITIONS).optional();

/** A filter in a request. `assertFilterUsable` also checks its patterns. */
export const filterInput = z
  .strictObject({
    all: conditionsInput.describe(ALL).meta(EXAMPLES),
    any: conditionsInput.describe(ANY).meta(EXAMPLES),
  })
  .superRefine((filter, { addIssue }) => {
    if ((filter.all === undefined) === (filter.any === undefined))
      addIssue({
        code: 'custom',
        path: [],
        message:
          'must have either "all" or "any", for example {"all": [{"field": "topic", "op": "equals", "value": "sales"}]}',
      });
    if (Buffer.byteLength(JSON.stringify(filter)) > MAX_BYTES)
      addIssue({ code: 'custom', path: [], message: `must not exceed ${MAX_BYTES} bytes as JSON` });
  });

const conditions = z.array(z.object({ field, op, value })).optional();

/** A filter as it is stored and returned by the API. */
export const filter = z.object({
  all: conditions.describe(ALL).meta(EXAMPLES),
  any: conditions.describe(ANY).meta(EXAMPLES),
});
export type Filter = z.infer<typeof filter>;

/**
 * Serializes a filter for storage. Filters are stored as JSON text, because JSON allows larger numbers than
 * DynamoDB.
 */
export const storedFilter = (of: Filter): string => JSON.stringify(of);

/** Parses a stored filter. Returns null if there is none. */
export const parseFilter = (stored: string | undefined): Filter | null =>
  stored === undefined ? null : filter.parse(JSON.parse(stored));

/** Returns a filter's conditions. */
export const conditionsOf = ({ all, any }: Filter): readonly FilterCondition[] => all ?? any ?? [];

/** Returns true if a filter compares this field. */
export const namesField = (of: Filter, name: (typeof submissionFields)[number]): boolean =>
  conditionsOf(of).some((condition) => condition.field === name);

function fieldFault(name: string): string | undefined {
  if (!name.startsWith('$') || (submissionFields as readonly string[]).includes(name)) return undefined;
  return `must be the name of a submitted field, or one of ${submissionFields.join(', ')}`;
}

interface Fault {
  readonly path: (string | number)[];
  readonly message: string;
}

const EMPTY = 'must not be empty, for example "sales"';

function valueFaults({ op: of, value: given }: FilterCondition): readonly Fault[] {
  const fault = (message: string | undefined): readonly Fault[] =>
    message === undefined ? [] : [{ path: ['value'], message }];
  switch (of) {
    case 'exists':
    case 'not_exists':
      return fault(given === undefined ? undefined : `must be left out, because "${of}" takes no value`);
    case 'equals':
    case 'not_equals':
      if (given === undefined || Array.isArray(given))
        return fault('must be a string or a number, for example "sales"');
      return fault(isEmpty(given) ? EMPTY : undefined);
    case 'contains':
    case 'not_contains':
    case 'starts_with':
    case 'ends_with':
      if (typeof given !== 'string') return fault('must be a string, for example "sales"');
      if (given.length > MAX_TEXT_LENGTH) return fault(`must have at most ${MAX_TEXT_LENGTH} characters`);
      return fault(isEmpty(given) ? EMPTY : undefined);
    case 'in':
      if (!Array.isArray(given) || given.length === 0 || given.length > MAX_LIST_LENGTH)
        return fault(
          `must be a list of 1 to ${MAX_LIST_LENGTH} strings or numbers, for example ["sales", "press"]`,
        );
      return given.flatMap((each, index) =>
        isEmpty(each) ? [{ path: ['value', index], message: EMPTY }] : [],
      );
    case 'matches':
      if (typeof given !== 'string') return fault('must be an RE2 pattern, for example "(?i)sales|press"');
      if (given.trim() === '') return fault(EMPTY);
      return fault(
        given.length > MAX_PATTERN_LENGTH ? `must have at most ${MAX_PATTERN_LENGTH} characters` : undefined,
      );
    case 'greater_than':
    case 'less_than':
      return fault(
        typeof given === 'number' || (typeof given === 'string' && isDate(given))
          ? undefined
          : 'must be a number or a date that exists, for example 100 or "2026-11-30"',
      );
  }
}

/**
 * Returns true if folding case and accents leaves no text to compare, for example because the text consists
 * of a single accent.
 */
const isEmpty = (given: FilterValue): boolean =>
  typeof given === 'string' && foldCaseAndAccents(given.trim()).trim() === '';

/** Filters in a request, with their paths in the body. */
export type FiltersByPath = readonly (readonly [path: string, filter: Filter | null | undefined])[];

/**
 * Checks the patterns in filters. Loads the pattern engine only if there are any.
 * @throws ValidationFailed when a pattern is invalid, or when matching it could take too long
 */
export async function assertFiltersUsable(filters: FiltersByPath): Promise<void> {
  const issues: ValidationIssue[] = [];
  for (const [path, given] of filters) {
    if (!given) continue;
    const patterns = conditionsOf(given).map(patternOf);
    if (patterns.every(({ pattern }) => pattern === undefined)) continue;
    const { patternFaults } = await import('../fields/pattern-engine.ts');
    const list = given.all ? 'all' : 'any';
    issues.push(
      ...patternFaults(patterns).map(({ index, message }) => ({
        path: `${path}.${list}.${index}.value`,
        message,
      })),
    );
  }
  if (issues.length > 0) throw new ValidationFailed(issues);
}

const patternOf = ({ op: of, value: given }: FilterCondition): { pattern: string | undefined } => ({
  pattern: of === 'matches' && typeof given === 'string' ? given : undefined,
});
