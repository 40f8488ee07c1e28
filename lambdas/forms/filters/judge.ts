/** Checks submissions against filters. The processing time is proportional to the submission's size. */
import { foldCaseAndAccents } from '../../core/text/folded-text.ts';
import { MAX_PAYLOAD_BYTES, type Payload } from '../../core/payload.ts';
import { isDate } from '../fields/calendar-date.ts';
import { MAX_MATCHED_LENGTH } from '../fields/field-check.ts';
import type { SearchPattern } from '../fields/pattern-engine.ts';
import { conditionsOf, type Filter, type FilterCondition, type FilterValue } from './filter.ts';

/** The properties of a submission that filters can compare. */
export interface FilteredSubmission {
  readonly form_id: string;
  /** The form's slug. Undefined if it wasn't read because no filter compares `$form`. */
  readonly slug?: string | undefined;
  readonly payload: Payload;
  readonly language: string | null;
  readonly page: string | null;
  readonly spam_score: number;
  /** Number of files. */
  readonly files: number;
}

/** Returns a compiled pattern, which was validated when the filter was set. */
export type PatternOf = (source: string) => SearchPattern;

/**
 * Maximum total number of characters that a filter's patterns search in multi-value fields. This allows two
 * patterns to search the largest possible payload. Each value counts as one extra character because searching
 * empty values also takes time.
 */
const MAX_SEARCHED_LENGTH = 2 * MAX_PAYLOAD_BYTES;

/**
 * The values of a field: as submitted, with case and accents folded, and as numbers. Absent fields have no
 * values. The folded values and numbers are sets, so the time for comparing a list of values doesn't depend
 * on how many values the field has.
 */
interface Values {
  readonly posted: readonly string[];
  /** The distinct values that aren't too long for patterns. */
  readonly searchable: () => readonly string[];
  readonly folded: () => ReadonlySet<string>;
  readonly numbers: () => ReadonlySet<number>;
}

/** Returns true if the submission passes the filter. Loads the pattern engine if the filter needs it. */
export async function passesFilter(filter: Filter, of: FilteredSubmission): Promise<boolean> {
  const holds = conditionJudge(of, await patternsFor(filter));
  return filter.all ? filter.all.every(holds) : conditionsOf(filter).some(holds);
}

/** Returns the result of each condition and whether the submission passes the filter. */
export function judge(
  filter: Filter,
  of: FilteredSubmission,
  patternOf: PatternOf,
): { matches: boolean; conditions: boolean[] } {
  const conditions = conditionsOf(filter).map(conditionJudge(of, patternOf));
  return { matches: filter.all ? !conditions.includes(false) : conditions.includes(true), conditions };
}

/** Loads the pattern engine if the filter has patterns. */
export async function patternsFor(filter: Filter): Promise<PatternOf> {
  if (conditionsOf(filter).every(({ op }) => op !== 'matches')) return () => ({ occursIn: () => false });
  return (await import('../fields/pattern-engine.ts')).acceptedPattern;
}

/** Returns a function that checks one condition. Each field is only read and folded once. */
function conditionJudge(of: FilteredSubmission, patternOf: PatternOf) {
  const known = new Map<string, Values>();
  const isMatched = patternSearch();
  const valuesOf = (field: string): Values => {
    const found = known.get(field) ?? foldable(postedValues(field, of));
    known.set(field, found);
    return found;
  };
  return ({ field, op, value }: FilterCondition): boolean => {
    const values = valuesOf(field);
    switch (op) {
      case 'equals':
        return isOneOf(values, [value]);
      case 'not_equals':
        return !isOneOf(values, [value]);
      case 'in':
        return isOneOf(values, Array.isArray(value) ? value : []);
      case 'contains':
        return some(values.folded(), containsText(value));
      case 'not_contains':
        return !some(values.folded(), containsText(value));
      case 'starts_with': {
        const start = foldCaseAndAccents(String(value));
        return some(values.folded(), (text) => text.startsWith(start));
      }
      case 'ends_with': {
        const end = foldCaseAndAccents(String(value));
        return some(values.folded(), (text) => text.endsWith(end));
      }
      case 'matches':
        return isMatched(values, patternOf(String(value)));
      case 'greater_than':
        return values.posted.some((text) => compare(text, value) > 0);
      case 'less_than':
        return values.posted.some((text) => compare(text, value) < 0);
      case 'exists':
        return values.posted.some((text) => text.trim() !== '');
      case 'not_exists':
        return values.posted.every((text) => text.trim() === '');
    }
  };
}

function foldable(posted: readonly string[]): Values {
  let searchable: readonly string[] | undefined;
  let folded: ReadonlySet<string> | undefined;
  let numbers: ReadonlySet<number> | undefined;
  return {
    posted,
    searchable: () =>
      (searchable ??= [...new Set(posted)].filter(({ length }) => length <= MAX_MATCHED_LENGTH)),
    folded: () => (folded ??= new Set(posted.map((text) => foldCaseAndAccents(text).trim()))),
    numbers: () => (numbers ??= new Set(posted.flatMap((text) => numberOf(text) ?? []))),
  };
}

function postedValues(field: string, of: FilteredSubmission): readonly string[] {
  switch (field) {
    case '$form':
      return of.slug === undefined ? [of.form_id] : [of.form_id, of.slug];
    case '$language':
      return of.language === null ? [] : [of.language];
    case '$page':
      return of.page === null ? [] : [of.page];
    case '$spam_score':
      return [String(of.spam_score)];
    case '$files':
      return [String(of.files)];
    default: {
      const text = of.payload.get(field);
      return text === undefined ? [] : (listed(text) ?? [text]);
    }
  }
}

/** Parses a field's values, which are stored as a JSON array of strings. */
function listed(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a value is one of the given values. Numbers are compared as numbers, and strings as folded
 * text.
 */
function isOneOf(values: Values, wanted: readonly (FilterCondition['value'] | FilterValue)[]): boolean {
  return wanted.some((each) => {
    if (typeof each === 'number') return values.numbers().has(each);
    return values.folded().has(foldCaseAndAccents(String(each)).trim());
  });
}

function some(values: ReadonlySet<string>, holds: (text: string) => boolean): boolean {
  for (const each of values) if (holds(each)) return true;
  return false;
}

function containsText(value: FilterCondition['value']): (text: string) => boolean {
  const part = foldCaseAndAccents(String(value));
  return (text) => text.includes(part);
}

/**
 * Returns a function that searches values for a filter's patterns and stops at the maximum number of
 * characters.
 */
function patternSearch(): (values: Values, pattern: SearchPattern) => boolean {
  let searched = 0;
  return ({ posted, searchable }, pattern) => {
    const isSearched = (text: string): boolean =>
      posted.length === 1 || (searched += text.length + 1) <= MAX_SEARCHED_LENGTH;
    return searchable().some((text) => isSearched(text) && pattern.occursIn(text));
  };
}

/** Compares two numbers or two dates. Returns NaN for anything else. */
function compare(text: string, value: FilterCondition['value']): number {
  if (typeof value === 'number') {
    const number = numberOf(text);
    return number === undefined ? NaN : number < value ? -1 : Number(number > value);
  }
  const date = text.trim();
  if (typeof value !== 'string' || !isDate(date)) return NaN;
  return date < value ? -1 : Number(date > value);
}

/** Parses a number: an optional minus, digits, and an optional fraction. */
function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  return /^-?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
