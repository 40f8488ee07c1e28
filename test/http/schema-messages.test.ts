/**
 * Sends invalid values to every request schema and checks that no error message uses the validator's wording.
 */
import * as z from 'zod';
import { operations } from '../../lambdas/api/operations.ts';
import { asLine, checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { atEveryPath, type Operation } from '../../lambdas/http/operation.ts';

const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e12,
  NaN,
  Infinity,
  10n,
  '',
  ' ',
  'x',
  'not an address',
  'javascript:alert(1)',
  'x'.repeat(200_000),
  'a\r\nb',
  [],
  ['x', 'x'],
  [null],
  Array.from({ length: 500 }, () => 7),
  {},
  { unknown: 1 },
  { '': null },
  new Date(0),
];

/** Phrases from zod's error messages. */
const VALIDATOR =
  /\b(?:invalid|expected|received|NaN|undefined|bigint|regex|pattern|zod|nonoptional|unrecognized|too (?:big|small)|int32|union|enum|record|tuple|discriminator|refine)\b|>=|<=/i;

const schemas: [string, z.ZodType][] = (Object.values(operations) as Operation[])
  .flatMap(atEveryPath)
  .flatMap(({ name, body, form, query, reads = {} }) =>
    Object.entries({ body, form, query, ...reads }).flatMap(([part, schema]): [string, z.ZodType][] =>
      schema ? [[`${name}: ${part}`, schema()]] : [],
    ),
  );

/**
 * Yields invalid values for the schema: for the whole value, for each property, and for nested properties up
 * to three levels deep.
 */
function* wrongValues(schema: z.core.$ZodType, depth = 0): Generator {
  yield* WRONG;
  if (depth === 3) return;
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(inner.shape))
      for (const value of wrongValues(member, depth + 1)) yield { [name]: value };
  }
  if (inner instanceof z.ZodArray) for (const value of wrongValues(inner.element, depth + 1)) yield [value];
  if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* wrongValues(option, depth + 1);
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap());
  return schema instanceof z.ZodPipe ? bare(schema.in) : schema;
}

it.each(schemas)('explains wrong values in plain words: %s', (_, schema) => {
  const strange = new Set<string>();
  for (const value of wrongValues(schema)) {
    const checked = checkPlainly(schema, value);
    for (const issue of checked.success ? [] : checked.issues) {
      // Remove quoted names and values, because they come from the caller and can contain anything.
      const text = issue.message.replace(/"[^"]*"/g, '""');
      if (text === '' || VALIDATOR.test(text)) strange.add(asLine(issue).slice(0, 200));
    }
  }
  expect([...strange]).toEqual([]);
});

it('finds the schemas of most operations', () => {
  expect(schemas.length).toBeGreaterThan(50);
});

describe('an unknown property', () => {
  const input = operations.createForm.body();
  it.each([
    ['notifyEmails', 'notify_emails'],
    ['notify_email', 'notify_emails'],
    ['NOTIFY_EMAILS', 'notify_emails'],
    ['honeypot', undefined],
    ['allowed_origin', 'allowed_origins'],
    ['redirectUrl', 'redirect_url'],
    ['field', 'fields'],
  ])('gets a suggestion: %s', (name, suggestion) => {
    const checked = checkPlainly(input, { name: 'Contact', [name]: 1 });
    expect(checked).toMatchObject({ success: false, issues: [{ path: [name], unknown: { suggestion } }] });
    if (suggestion !== undefined)
      expect(checked).toMatchObject({
        issues: [{ message: `is not a known name (did you mean "${suggestion}"?)` }],
      });
  });
});
