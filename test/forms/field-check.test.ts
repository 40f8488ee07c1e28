/** Tests which values a declared field accepts. */
import { fieldIssues } from '../../lambdas/forms/fields/field-check.ts';
import { fieldsInput, type FormField } from '../../lambdas/forms/fields/field.ts';
import { acceptedPattern, patternFaults } from '../../lambdas/forms/fields/pattern-engine.ts';
import { payloadOfFields, payloadOfObject, type PostedField } from '../../lambdas/core/payload.ts';
import { leastCpuMsOf } from '../support/cpu-time.ts';

type Declared = Omit<FormField, 'name'>;

const codeOf = (declared: Declared, ...values: string[]): string | undefined =>
  codesOf(
    [{ name: 'f', ...declared }],
    values.map((value): PostedField => ['f', value]),
  )[0]?.[1];

function codesOf(
  fields: FormField[],
  posted: PostedField[],
  {
    unknown_fields = 'keep',
    files = [],
  }: { unknown_fields?: 'keep' | 'drop' | 'refuse'; files?: Files } = {},
) {
  const payload = payloadOfFields(posted);
  return fieldIssues(
    { fields: fieldsInput.parse(fields) ?? [], unknown_fields },
    { payload, files },
    acceptedPattern,
  ).map(({ path, code }) => [path, code]);
}
type Files = { field: string; name: string; content_type: string }[];

it.each<[Declared, string[], (string | undefined)[]]>([
  [{ type: 'text', required: true }, ['', '  ', 'x', 'null'], ['required', 'required', undefined, undefined]],
  [{ type: 'text' }, ['', 'x'], [undefined, undefined]],
  // An optional field can be empty, regardless of its constraints.
  [{ type: 'text', min_length: 3 }, ['', 'ab', 'abc'], [undefined, 'too_short', undefined]],
  [{ type: 'text', max_length: 3 }, ['a\r\nb', 'abcd', '🙂🙂'], [undefined, 'too_long', 'too_long']],
  [
    { type: 'text', pattern: '[A-Z]{2}[0-9]+' },
    ['AB1', 'xAB1', 'AB1x', ''],
    [undefined, 'pattern', 'pattern', undefined],
  ],
  [
    { type: 'email' },
    ['ada@example.org', ' ada@example.org ', 'ada@müller.example', 'ada', 'a@b', 'a@b.c d', 'null', ''],
    [undefined, undefined, undefined, 'email', 'email', 'email', undefined, undefined],
  ],
  [{ type: 'email', required: true }, ['null', ''], ['required', 'required']],
  [{ type: 'email', max_length: 10 }, ['ada@example.org'], ['too_long']],
  [
    { type: 'url' },
    [
      'https://example.org',
      'http://example.org/a?b=c',
      'example.org',
      'javascript:alert(1)',
      'https://',
      'https://a b',
    ],
    [undefined, undefined, 'url', 'url', 'url', 'url'],
  ],
  [
    { type: 'tel' },
    ['+49 (30) 123-456', '030/1234567', '112', '٠٣٠١٢٣', '12', 'call me', '1'.repeat(30)],
    [undefined, undefined, undefined, undefined, 'tel', 'tel', 'tel'],
  ],
  [
    { type: 'number', min: -2, max: 5 },
    ['0', '-2', '5', '-2.1', '5.1', '1e0', '.5', '1,5', 'NaN', 'Infinity', '0x1', '1e999', '１'],
    [
      undefined,
      undefined,
      undefined,
      'min',
      'max',
      undefined,
      undefined,
      'number',
      'number',
      'number',
      'number',
      'number',
      'number',
    ],
  ],
  [{ type: 'number', step: 0.1 }, ['0.3', '0.7', '-1.1', '0.35'], [undefined, undefined, undefined, 'step']],
  [{ type: 'number', min: 1, step: 2 }, ['1', '3', '2'], [undefined, undefined, 'step']],
  [
    { type: 'date', min: '2026-01-31', max: '2026-12-31' },
    ['2026-02-28', '2026-02-29', '2026-01-30', '2027-01-01', '30.11.2026', '2026-1-1', '2026-11-30T10:00'],
    [undefined, 'date', 'min', 'max', 'date', 'date', 'date'],
  ],
  [{ type: 'date', min: '2026-11-02', step: 7 }, ['2026-11-09', '2026-11-10'], [undefined, 'step']],
  [{ type: 'choice', options: ['a', 'b'] }, ['a', 'c', '', 'A'], [undefined, 'option', undefined, 'option']],
  [{ type: 'choice', options: ['a'], required: true }, ['', 'null'], ['required', 'required']],
  [{ type: 'choices', options: ['a', 'b'] }, ['a', 'c'], [undefined, 'option']],
  [
    { type: 'checkbox', required: true },
    ['on', 'yes', 'true', '', 'false'],
    [undefined, undefined, undefined, 'required', 'required'],
  ],
  [{ type: 'checkbox' }, ['', 'false'], [undefined, undefined]],
])('for %j with %j, reports %j', (declared, values, expected) => {
  expect(values.map((value) => codeOf(declared, value))).toEqual(expected);
});

it('accepts several values only in multiple choice fields', () => {
  const options = ['a', 'b', 'c'];
  expect(codeOf({ type: 'choices', options }, 'a', 'b')).toBeUndefined();
  expect(codeOf({ type: 'choices', options }, 'a', 'd')).toBe('option');
  expect(codeOf({ type: 'choice', options }, 'a', 'b')).toBe('option');
});

it('accepts lists, numbers, and true in JSON', () => {
  const fields: FormField[] = [
    { name: 'topics', type: 'choices', options: ['a', 'b', '1'], required: true },
    { name: 'age', type: 'number', required: true },
    { name: 'agreed', type: 'checkbox', required: true },
  ];
  const issuesOf = (members: Record<string, unknown>) =>
    fieldIssues(
      { fields, unknown_fields: 'keep' },
      { payload: payloadOfObject(members), files: [] },
      acceptedPattern,
    ).map(({ path, code }) => [path, code]);
  expect(issuesOf({ topics: ['a', 1], age: 7, agreed: true })).toEqual([]);
  expect(issuesOf({ topics: [], age: null, agreed: false })).toEqual([
    ['topics', 'required'],
    ['age', 'required'],
    ['agreed', 'required'],
  ]);
});

describe('files', () => {
  const file = (name: string, content_type: string, field = 'cv') => ({ field, name, content_type });
  const check = (declared: Omit<FormField, 'name' | 'type'>, ...files: Files) =>
    codesOf([{ name: 'cv', type: 'file', ...declared }], [], { files })[0]?.[1];

  it('are checked for presence, number, and allowed types', () => {
    expect(check({ required: true })).toBe('required');
    expect(check({ required: true }, file('a.pdf', 'application/pdf', 'other'))).toBe('required');
    expect(check({ max_files: 1 }, file('a.pdf', ''), file('b.pdf', ''))).toBe('too_many_files');
    expect(check({ accept: '.pdf, image/*' }, file('A.PDF', 'application/octet-stream'))).toBeUndefined();
    expect(check({ accept: '.pdf, image/*' }, file('a', 'image/png'))).toBeUndefined();
    expect(check({ accept: '.pdf, image/*' }, file('a.exe', 'application/pdf'))).toBe('file_type');
    expect(check({ accept: 'application/pdf' }, file('a', 'application/pdf; x=y'))).toBeUndefined();
  });
});

it('reports one issue per field, first the declared fields in order and then unknown fields', () => {
  const fields: FormField[] = [
    { name: 'b', type: 'number', required: true },
    { name: 'a', type: 'text', required: true },
  ];
  const posted: PostedField[] = [
    ['x', '1'],
    ['a', ''],
    ['__proto__', '1'],
  ];
  expect(codesOf(fields, posted, { unknown_fields: 'refuse' })).toEqual([
    ['b', 'required'],
    ['a', 'required'],
    ['x', 'unknown_field'],
    ['__proto__', 'unknown_field'],
  ]);
  expect(codesOf(fields, posted, { unknown_fields: 'drop' })).toHaveLength(2);
  // A file submitted in a text field also counts as an unknown field.
  const files = [{ field: 'a', name: 'x.pdf', content_type: '' }];
  expect(codesOf(fields.slice(1), [['a', 'x']], { unknown_fields: 'refuse', files })).toEqual([
    ['a', 'unknown_field'],
  ]);
});

describe('patterns', () => {
  const faultOf = (pattern: string) => patternFaults([{ pattern }])[0]?.message;

  it.each(['(?=a)b', '(?<!a)b', '(a)\\1', '(', '[z-a]', '*', 'a{2,1}'])(
    'are refused if RE2 does not support them: %s',
    (pattern) => {
      expect(faultOf(pattern)).toMatch(/RE2 regular expression/);
    },
  );

  it.each(['((a{100}){100}){100}', '(.{1,100}){10}', '((a?){30}){30}'])(
    'are refused if they have too many repetitions: %s',
    (pattern) => {
      expect(faultOf(pattern)).toBeDefined();
    },
  );

  it('are not checked after a pattern that is too large, because checks take seconds', () => {
    const patterns = ['a', '(', '.{0,1000}'.repeat(40), '('].map((pattern) => ({ pattern }));
    expect(patternFaults(patterns)).toEqual([
      { index: 1, message: expect.stringContaining('RE2') },
      { index: 2, message: expect.stringContaining('too large') },
    ]);
    const many = Array.from({ length: 70 }, () => ({ pattern: '.{0,1000}'.repeat(48) }));
    expect(patternFaults(many)).toHaveLength(1);
    expect(patternFaults(Array.from({ length: 20 }, () => ({ pattern: 'a{500}' })))).toHaveLength(1);
  });

  it('are refused if their total size is too large', () => {
    const pattern = '[a-z]{1,400}';
    expect(patternFaults([{ pattern }])).toEqual([]);
    expect(patternFaults(Array.from({ length: 20 }, () => ({ pattern })))[0]).toMatchObject({
      message: 'exceeds the maximum size of all patterns together',
    });
  });

  // With JavaScript's regex engine, the first of these would take longer than the age of the universe.
  it.each([
    ['(a+)+', `${'a'.repeat(4999)}!`],
    ['(a|aa)+', `${'a'.repeat(4999)}!`],
    ['(x+x+)+y', 'x'.repeat(5000)],
    ['(.*.*.*.*.*.*.*.*)*x', 'a'.repeat(5000)],
    ['([a-zA-Z0-9]+\\s?)*', `${'a'.repeat(4999)}!`],
    ['[a-z]{1,200}[a-z]{1,200}', 'a'.repeat(5000)],
  ])('match quickly for %s', async (pattern, value) => {
    expect(faultOf(pattern)).toBeUndefined();
    const ms = await leastCpuMsOf(() => expect(acceptedPattern(pattern).matches(value)).toBe(false));
    expect(ms).toBeLessThan(1000);
  });

  it('never match values longer than 5,000 characters', () => {
    expect(acceptedPattern('a*').matches('a'.repeat(5000))).toBe(true);
    expect(acceptedPattern('a*').matches('a'.repeat(5001))).toBe(false);
  });
});
