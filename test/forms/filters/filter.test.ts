import { payloadOfFields, payloadOfObject, type Payload } from '../../../lambdas/core/payload.ts';
import { checkPlainly, pathText } from '../../../lambdas/core/errors/plain-issues.ts';
import { ValidationFailed } from '../../../lambdas/core/errors/errors.ts';
import { acceptedPattern } from '../../../lambdas/forms/fields/pattern-engine.ts';
import {
  assertFiltersUsable,
  filterInput,
  parseFilter,
  storedFilter,
  type FilterCondition,
} from '../../../lambdas/forms/filters/filter.ts';
import { judge, passesFilter, type FilteredSubmission } from '../../../lambdas/forms/filters/judge.ts';
import { expectLinear } from '../../support/linear-cost.ts';
import { pairsOf, secondVerdict } from './second-evaluator.ts';

const submissionOf = (payload: Payload, more: Partial<FilteredSubmission> = {}): FilteredSubmission => ({
  form_id: 'frm_1',
  slug: 'contact',
  payload,
  language: 'de-AT',
  page: 'https://www.example.org/contact',
  spam_score: 15,
  files: 2,
  ...more,
});

/** Evaluates one condition on the field `f`, which is absent if there is no value. */
function isHeld(op: FilterCondition['op'], value: unknown, ...posted: string[]): boolean {
  const condition = { field: 'f', op, ...(value !== undefined && { value }) };
  const filter = filterInput.parse({ all: [condition] });
  const of = submissionOf(payloadOfFields(posted.map((each) => ['f', each])));
  return judge(filter, of, acceptedPattern).matches;
}

describe('a condition', () => {
  it.each<[FilterCondition['op'], unknown, string, boolean]>([
    ['equals', 'Zürich', ' zurich ', true],
    ['equals', ' zurich ', 'ZÜRICH', true],
    ['equals', 'strasse', 'Straße', true],
    ['equals', 'STRAẞE', 'strasse', true],
    ['equals', 'Zürich', 'Zürich HB', false],
    ['equals', 'Ελλάς', 'ΕΛΛΑΣ', true],
    ['equals', 5, ' 5.0 ', true],
    ['equals', 5, '05', true],
    ['equals', -0.5, '-0.50', true],
    ['equals', 0, '-0', true],
    ['equals', 5, '+5', false],
    ['equals', 50, '5e1', false],
    ['equals', 5, '5.', false],
    ['equals', 0.5, '.5', false],
    ['equals', 5, '5 kg', false],
    ['equals', '5', '5.0', false],
    ['equals', '5', '5', true],
    ['not_equals', 'a', 'b', true],
    ['not_equals', 'a', ' Á', false],
    ['not_equals', 5, '5.0', false],
    ['not_equals', 5, 'five', true],
    ['contains', 'ÉCOLE', 'une ecole libre', true],
    ['contains', 'ss', 'Straße', true],
    ['contains', 'libre ', 'une ecole libre', false],
    ['not_contains', 'x', 'abc', true],
    ['not_contains', 'B', 'abc', false],
    ['starts_with', 'DR ', ' Dr Who', true],
    ['starts_with', 'dr ', 'Drake', false],
    ['ends_with', '@example.org', 'Ada@EXAMPLE.org\n', true],
    ['ends_with', 'ada', 'Ada@example.org', false],
    ['in', ['sales', 'press'], ' Press', true],
    ['in', ['sales', 5], '5.00', true],
    ['in', ['sales', '5'], '5.00', false],
    ['matches', 'b+', 'abbc', true],
    ['matches', '^b', 'abbc', false],
    ['matches', 'B', 'abbc', false],
    ['matches', '(?i)B', 'abbc', true],
    ['matches', 'u', 'Zürich', false],
    ['matches', '^ ', ' as posted', true],
    ['greater_than', 9, '10', true],
    ['greater_than', 10, '10.0', false],
    ['greater_than', -2, '-1.5', true],
    ['greater_than', 9, '2026-11-30', false],
    ['greater_than', '2026-11-30', ' 2026-12-01 ', true],
    ['greater_than', '2026-11-30', '2026-11-30', false],
    ['greater_than', '2026-11-30', '2026-11-31', false],
    ['greater_than', '2026-11-30', '2027', false],
    ['greater_than', '2026-11-30', '2026-12-01T10:00', false],
    ['less_than', '2026-11-30', '2026-11-29', true],
    ['less_than', 10, '9', true],
    ['less_than', 10, '', false],
    ['less_than', 10, '9 kg', false],
    ['exists', undefined, 'x', true],
    ['exists', undefined, ' \n', false],
    ['not_exists', undefined, '\t', true],
    ['not_exists', undefined, 'x', false],
  ])('%s %j holds for %j: %j', (op, value, posted, held) => {
    expect(isHeld(op, value, posted)).toBe(held);
  });

  it.each<[FilterCondition['op'], unknown, boolean]>([
    ['equals', 'a', false],
    ['not_equals', 'a', true],
    ['contains', 'a', false],
    ['not_contains', 'a', true],
    ['starts_with', 'a', false],
    ['ends_with', 'a', false],
    ['in', ['a'], false],
    ['matches', '.*', false],
    ['greater_than', 0, false],
    ['less_than', 0, false],
    ['exists', undefined, false],
    ['not_exists', undefined, true],
  ])("on a field that doesn't exist: %s %j: %j", (op, value, held) => {
    expect(isHeld(op, value)).toBe(held);
  });

  it.each<[FilterCondition['op'], unknown, boolean]>([
    ['equals', 'b', true],
    ['equals', 'c', false],
    ['not_equals', 'b', false],
    ['not_equals', 'c', true],
    ['contains', '0', true],
    ['not_contains', '0', false],
    ['not_contains', 'c', true],
    ['starts_with', '1', true],
    ['ends_with', 'b', true],
    ['in', ['x', 10], true],
    ['matches', '^b$', true],
    ['greater_than', 9, true],
    ['less_than', 10, false],
    ['exists', undefined, true],
    ['not_exists', undefined, false],
  ])('on the values "B", "10" and "": %s %j: %j', (op, value, held) => {
    expect(isHeld(op, value, op === 'matches' ? 'b' : 'B', '10', '')).toBe(held);
  });

  it('reads an array with one element and text that looks like an array as multiple values', () => {
    const of = (payload: Payload, op: 'equals' | 'exists', value?: string) =>
      judge({ all: [{ field: 'f', op, value }] }, submissionOf(payload), acceptedPattern).matches;
    expect(of(payloadOfObject({ f: ['a'] }), 'equals', 'a')).toBe(true);
    expect(of(payloadOfFields([['f', ' [ "a", "b" ] ']]), 'equals', 'b')).toBe(true);
    expect(of(payloadOfObject({ f: [] }), 'exists')).toBe(false);
    expect(of(payloadOfObject({ f: [' '] }), 'exists')).toBe(false);
    // Only arrays of strings count as multiple values.
    expect(of(payloadOfObject({ f: [1, 2] }), 'equals', '[1,2]')).toBe(true);
    expect(of(payloadOfFields([['f', '["a"']]), 'equals', '["a"')).toBe(true);
  });

  it.each<[string, FilterCondition['op'], unknown, boolean]>([
    ['$form', 'equals', 'contact', true],
    ['$form', 'equals', 'frm_1', true],
    ['$form', 'not_equals', 'contact', false],
    ['$form', 'in', ['other'], false],
    ['$language', 'starts_with', 'de', true],
    ['$language', 'equals', 'de', false],
    ['$spam_score', 'less_than', 20, true],
    ['$spam_score', 'equals', 15, true],
    ['$files', 'greater_than', 1, true],
    ['$files', 'equals', '2', true],
    ['$page', 'ends_with', '/CONTACT', true],
    ['$page', 'exists', undefined, true],
  ])('on the submission itself: %s %s %j: %j', (field, op, value, held) => {
    const condition = { field, op, ...(value !== undefined && { value }) };
    const filter = filterInput.parse({ any: [condition] });
    expect(judge(filter, submissionOf(new Map([['$form', 'x']])), acceptedPattern).matches).toBe(held);
  });

  it('finds no language or page if the request had none, but always finds a score and files', () => {
    const of = submissionOf(new Map(), { language: null, page: null, spam_score: 0, files: 0 });
    const all = ['$language', '$page', '$spam_score', '$files'].map((field) => ({
      field,
      op: 'exists' as const,
    }));
    expect(judge({ all }, of, acceptedPattern)).toEqual({
      matches: false,
      conditions: [false, false, true, true],
    });
    expect(judge({ any: all }, of, acceptedPattern).matches).toBe(true);
  });

  it('matches a pattern only against values of up to 5,000 characters', () => {
    expect(isHeld('matches', 'a$', 'a'.repeat(5000))).toBe(true);
    expect(isHeld('matches', 'a$', 'a'.repeat(5001))).toBe(false);
    expect(isHeld('matches', '^b', 'a'.repeat(30_000), 'b')).toBe(true);
  });

  it('matches a pattern against each of several values, up to the maximum payload size', () => {
    const long = Array.from({ length: 51 }, (_, index) => String(index).padEnd(5000, 'a'));
    const short = Array.from({ length: 30_000 }, (_, index) => index.toString(36));
    for (const values of [long, short]) {
      const of = submissionOf(new Map([['f', JSON.stringify([...values, 'ÜbX'])]]));
      const condition = (value: string) => ({ field: 'f', op: 'matches' as const, value });
      const { conditions } = judge({ all: ['bX$', 'Ü'].map(condition) }, of, acceptedPattern);
      expect(conditions).toEqual([true, true]);
    }
  });

  it("limits the total size that a filter's patterns search in multiple values, but not in single values", () => {
    const several = JSON.stringify(Array.from({ length: 51 }, (_, index) => String(index).padEnd(5000, 'a')));
    const of = submissionOf(
      new Map([
        ['several', several],
        ['single', 'b'.repeat(5000)],
      ]),
    );
    const matching = (field: string, value: string) => ({ field, op: 'matches' as const, value });
    const all = [
      matching('several', 'x'),
      matching('several', 'y'),
      matching('several', '50a+$'),
      matching('single', 'b$'),
    ];
    expect(judge({ all }, of, acceptedPattern).conditions).toEqual([false, false, false, true]);
    expect(judge({ all: all.slice(1) }, of, acceptedPattern).conditions).toEqual([false, true, true]);
  });
});

describe('a filter with an error is refused with its path:', () => {
  const good = { field: 'a', op: 'exists' };
  it.each<[string, unknown]>([
    ['', 'all'],
    ['', []],
    ['', {}],
    ['', { all: [good], any: [good] }],
    ['none', { all: [good], none: [good] }],
    ['all', { all: [] }],
    ['all', { all: good }],
    ['any', { any: Array.from({ length: 21 }, () => good) }],
    ['all.1', { all: [good, 'x'] }],
    ['all.2.op', { all: [good, good, { field: 'a', op: 'like', value: 'x' }] }],
    ['all.0.op', { all: [{ field: 'a' }] }],
    ['all.0.field', { all: [{ op: 'exists' }] }],
    ['all.0.field', { all: [{ field: '', op: 'exists' }] }],
    ['any.0.field', { any: [{ field: 5, op: 'exists' }] }],
    ['any.0.field', { any: [{ field: '$country', op: 'exists' }] }],
    ['any.0.case', { any: [{ ...good, case: true }] }],
    ['all.0.value', { all: [{ ...good, value: 'x' }] }],
    ['all.0.value', { all: [{ ...good, value: null }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'equals' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'equals', value: ' \t' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'equals', value: '\u0301' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'equals', value: ['x'] }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'not_equals', value: true }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'contains', value: 5 }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'contains', value: '' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'not_contains', value: 'x'.repeat(201) }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'in', value: 'x' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'in', value: [] }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'in', value: Array.from({ length: 51 }, String) }] }],
    ['all.0.value.1', { all: [{ field: 'a', op: 'in', value: ['x', ' '] }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'matches', value: '' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'matches', value: 'x'.repeat(501) }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'greater_than', value: '10' }] }],
    ['all.0.value', { all: [{ field: 'a', op: 'less_than', value: '2026-02-30' }] }],
    ['', { all: Array.from({ length: 20 }, () => ({ field: 'a', op: 'equals', value: 'é'.repeat(90) })) }],
  ])('%#: %s', (path, given) => {
    const checked = checkPlainly(filterInput, given);
    expect(checked.success ? [] : checked.issues.map((issue) => pathText(issue.path))).toEqual([path]);
  });

  it('also in its patterns', async () => {
    const filter = filterInput.parse({
      any: [
        { field: 'a', op: 'exists' },
        { field: 'a', op: 'matches', value: '(?=x)' },
        { field: 'a', op: 'matches', value: '(.{1,100}){9}' },
      ],
    });
    const refused = await assertFiltersUsable([['filter', filter]]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ValidationFailed);
    expect((refused as ValidationFailed).errors.map(({ path }) => path)).toEqual([
      'filter.any.1.value',
      'filter.any.2.value',
    ]);
    await assertFiltersUsable([
      ['filter', { all: [{ field: 'a', op: 'matches', value: 'x' }] }],
      ['notify_emails.0.filter', null],
    ]);
  });
});

it("a filter of 4 KiB with 20 conditions is accepted and doesn't change when it is stored", () => {
  const all = Array.from({ length: 20 }, (_, index) => ({
    field: `field ${index}`,
    op: 'in',
    value: [index + 0.1, 1e300, 'x'.repeat(100)],
  }));
  const filter = filterInput.parse({ all });
  expect(parseFilter(storedFilter(filter))).toEqual({ all });
});

it('gives the same result as a second evaluator for random filters and submissions', () => {
  const next = pairsOf(1);
  let passed = 0;
  for (let pair = 0; pair < 20_000; pair += 1) {
    const { filter, submission } = next();
    const { matches } = judge(filter, submission, acceptedPattern);
    if (matches !== secondVerdict(filter, submission))
      throw new Error(`${JSON.stringify(filter)} on ${JSON.stringify([...submission.payload])}`);
    if (matches) passed += 1;
  }
  // The comparison is only meaningful if both results are frequent.
  expect(passed).toBeGreaterThan(5000);
  expect(passed).toBeLessThan(15_000);
});

it('twenty conditions on a hundred fields take time proportional to the size of the payload', async () => {
  const runOf = (values: (field: number, length: number) => string) => (factor: 1 | 8) => {
    const length = (256 * 1024 * factor) / 800;
    const of = submissionOf(
      new Map(Array.from({ length: 100 }, (_, field) => [`f${field}`, values(field, length)])),
    );
    const all = Array.from({ length: 20 }, (_, field) => ({
      field: `f${field}`,
      op: (['not_contains', 'matches', 'equals', 'in'] as const)[field % 4] ?? 'equals',
      value: field % 4 === 3 ? ['é', 'b'] : field % 4 === 1 ? '(x+x+)+y' : 'ß',
    }));
    return () => passesFilter({ any: all.map((each) => ({ ...each })) }, of);
  };
  await expectLinear(runOf((_, length) => 'xä'.repeat(length / 2)));
  await expectLinear(runOf((_, length) => JSON.stringify(Array.from({ length: length / 4 }, () => 'x'))));
}, 30_000);

it('comparing with a thousand values costs little more than comparing with one, whatever the field value', async () => {
  const posted = JSON.stringify(Array.from({ length: 65_000 }, () => '1'));
  const of = submissionOf(new Map([['size', posted]]));
  const millisecondsOf = async (values: number): Promise<number> => {
    const value = Array.from({ length: values }, (_, index) => index + 2);
    const any = Array.from({ length: 20 }, () => ({ field: 'size', op: 'in' as const, value }));
    const start = performance.now();
    expect(await passesFilter({ any }, of)).toBe(false);
    return performance.now() - start;
  };
  await millisecondsOf(1);
  const [one, many] = [await millisecondsOf(1), await millisecondsOf(50)];
  // Comparing each of the values with each of the field's values would take about 1,000 times as long.
  expect(many).toBeLessThan(20 * one + 50);
});
