/**
 * Generates random pairs of a filter and a submission, and evaluates them independently of the service:
 * without its Unicode normalization, RE2 engine or date parsing.
 */
import type { Filter } from '../../../lambdas/forms/filters/filter.ts';
import type { FilteredSubmission } from '../../../lambdas/forms/filters/judge.ts';

/** A condition in its JSON form. */
type Condition = NonNullable<Filter['all']>[number];

/** Letters in the generated texts, each paired with the letter it must match. */
const SAME = new Map([
  ...Array.from('aAäÄáÀ', (letter) => [letter, 'a'] as const),
  ...Array.from('sS', (letter) => [letter, 's'] as const),
  ...Array.from('ßẞ', (letter) => [letter, 'ss'] as const),
  ...Array.from('жЖ', (letter) => [letter, 'ж'] as const),
  ...Array.from('1-. ', (letter) => [letter, letter] as const),
]);
const LETTERS = [...SAME.keys()];
const TEXTS = ['Straße', 'STRASSE', 'sales', '-1', '-1.0', '12', '012', '12.5', '1.', '+1', '1e1', '[]'];
const DATES = ['2026-02-28', '2026-02-30', '2026-11-30', ' 2026-12-01 ', '2026-1-1', '2028-02-29'];
const REAL_DATES = new Set(['2026-02-28', '2026-11-30', '2026-12-01', '2028-02-29']);
const PATTERNS = ['a', '^s', 'ss?$', '[0-9]{2}', '^$', 'ж|Ж', '^[^ ]+$'];
const FIELDS = ['topic', 'size', 'when', 'absent', '__proto__', '$form', '$language', '$page'];
const NUMBER_FIELDS = ['$spam_score', '$files'];

/** Returns random numbers from 0 (inclusive) to 1 (exclusive). The same seed always gives the same numbers. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a function that generates the next pair. */
export function pairsOf(seed: number): () => { filter: Filter; submission: FilteredSubmission } {
  const next = numbersOf(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <Of>(list: readonly Of[]): Of => list[below(list.length)] as Of;
  const word = (): string => Array.from({ length: 1 + below(4) }, () => pick(LETTERS)).join('');
  const posted = (): string =>
    pick([word, () => pick(TEXTS), () => pick(DATES), () => ' '.repeat(below(2))])();
  const wanted = (): string => {
    const text = pick([word, () => pick(TEXTS)])();
    return text.trim() === '' ? 'a' : text;
  };
  const single = (): string | number => (below(3) === 0 ? pick([-1, 0, 1, 12, 12.5]) : wanted());
  const condition = (): Condition => {
    const field = pick([...FIELDS, ...NUMBER_FIELDS]);
    switch (below(12)) {
      case 0:
        return { field, op: 'equals', value: single() };
      case 1:
        return { field, op: 'not_equals', value: single() };
      case 2:
        return { field, op: 'contains', value: wanted() };
      case 3:
        return { field, op: 'not_contains', value: wanted() };
      case 4:
        return { field, op: 'starts_with', value: wanted() };
      case 5:
        return { field, op: 'ends_with', value: wanted() };
      case 6:
        return { field, op: 'in', value: Array.from({ length: 1 + below(3) }, single) };
      case 7:
        return { field, op: 'matches', value: pick(PATTERNS) };
      case 8:
        return { field, op: 'greater_than', value: pick([0, 1, 12, ...REAL_DATES]) };
      case 9:
        return { field, op: 'less_than', value: pick([0, 1, 12, ...REAL_DATES]) };
      case 10:
        return { field, op: 'exists' };
      default:
        return { field, op: 'not_exists' };
    }
  };
  const value = (): string =>
    below(4) === 0 ? JSON.stringify(Array.from({ length: below(4) }, posted)) : posted();
  return () => {
    const conditions = Array.from({ length: 1 + below(3) }, condition);
    const names = FIELDS.slice(0, 5).filter((name) => name !== 'absent' && below(3) > 0);
    return {
      filter: below(2) === 0 ? { all: conditions } : { any: conditions },
      submission: {
        form_id: 'frm_1',
        slug: pick(['sales', 'a', undefined]),
        payload: new Map(names.map((name) => [name, value()])),
        language: pick([null, 'a', 'sales']),
        page: pick([null, 'https://a.example/']),
        spam_score: below(3),
        files: below(2),
      },
    };
  };
}

/** Judges a pair. */
export function secondVerdict(filter: Filter, of: FilteredSubmission): boolean {
  const verdicts = (filter.all ?? filter.any ?? []).map((condition) => holds(condition, of));
  return filter.all ? verdicts.every((each) => each) : verdicts.some((each) => each);
}

function holds({ field, op, value }: Condition, of: FilteredSubmission): boolean {
  const values = valuesOf(field, of);
  const one = (test: (text: string) => boolean): boolean => values.some((text) => test(text));
  const equal = (text: string, to: unknown): boolean =>
    typeof to === 'number'
      ? isNumber(text.trim()) && Number(text) === to
      : fold(text.trim()) === fold(String(to).trim());
  if (op === 'exists') return one((text) => text.trim() !== '');
  if (op === 'not_exists') return !one((text) => text.trim() !== '');
  if (op === 'equals') return one((text) => equal(text, value));
  if (op === 'not_equals') return !one((text) => equal(text, value));
  if (op === 'in') return one((text) => (value as unknown[]).some((each) => equal(text, each)));
  if (op === 'matches') return one((text) => new RegExp(String(value)).test(text));
  if (op === 'contains') return one((text) => fold(text.trim()).split(fold(String(value))).length > 1);
  if (op === 'not_contains') return !one((text) => fold(text.trim()).split(fold(String(value))).length > 1);
  if (op === 'starts_with') return one((text) => fold(text.trim()).indexOf(fold(String(value))) === 0);
  if (op === 'ends_with')
    return one((text) => fold(text.trim()).slice(-fold(String(value)).length) === fold(String(value)));
  const sign = op === 'greater_than' ? 1 : -1;
  return one((text) => {
    const trimmed = text.trim();
    if (typeof value === 'number') return isNumber(trimmed) && Math.sign(Number(trimmed) - value) === sign;
    if (!REAL_DATES.has(trimmed)) return false;
    return Math.sign(Date.parse(trimmed) - Date.parse(String(value))) === sign;
  });
}

function valuesOf(field: string, of: FilteredSubmission): string[] {
  if (field === '$form') return [of.form_id, ...(of.slug === undefined ? [] : [of.slug])];
  if (field === '$language') return of.language === null ? [] : [of.language];
  if (field === '$page') return of.page === null ? [] : [of.page];
  if (field === '$spam_score') return [String(of.spam_score)];
  if (field === '$files') return [String(of.files)];
  const text = of.payload.get(field);
  if (text === undefined) return [];
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : [text];
}

const fold = (text: string): string =>
  Array.from(text, (letter) => SAME.get(letter) ?? letter.toLowerCase()).join('');

function isNumber(text: string): boolean {
  const [whole = '', fraction = '0', ...more] = (text.startsWith('-') ? text.slice(1) : text).split('.');
  const areDigits = (part: string): boolean =>
    part !== '' && Array.from(part).every((letter) => '0123456789'.includes(letter));
  return areDigits(whole) && areDigits(fraction) && more.length === 0;
}
