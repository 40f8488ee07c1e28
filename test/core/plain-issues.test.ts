import * as z from 'zod';
import { asLine, checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { de } from '../../lambdas/i18n/de.ts';

function lines(schema: z.ZodType, value: unknown): string[] {
  const checked = checkPlainly(schema, value);
  return checked.success ? [] : checked.issues.map(asLine);
}

const item = z.strictObject({ name: z.string(), size: z.int().optional() });

it.each([
  [z.string(), 7, 'must be text, for example "text"'],
  [z.email(), 7, 'must be text, for example "ada@example.com"'],
  [z.number(), 'x', 'must be a number, for example 3'],
  [z.int().min(10), 'x', 'must be a whole number, for example 10'],
  [z.int(), 1.5, 'must be a whole number, for example 3'],
  [z.boolean(), 'x', 'must be true or false, for example true'],
  [z.array(item), 'x', 'must be a list, for example [{"name":"text"}]'],
  [z.array(z.string().regex(/^#/)), 'x', 'must be a list, for example ["…"]'],
  [item, 'x', 'must be an object, for example {"name":"text"}'],
  [z.record(z.string(), z.string().regex(/^#/)), 'x', 'must be an object, for example {…}'],
  [z.record(z.string(), z.string()), 'x', 'must be an object, for example {"text":"text"}'],
  [z.null(), 'x', 'must be null'],
  [z.string(), undefined, 'is required'],
  [z.enum(['spam', 'received']), 'x', 'must be one of "spam", "received"'],
  [z.literal(3), 'x', 'must be 3'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(2), 'x', 'must be at least 2 characters'],
  [z.string().max(1), 'xx', 'must be at most 1 character'],
  [z.string().length(3), 'xx', 'must be exactly 3 characters'],
  [z.array(z.int()).min(1), [], 'must not be empty'],
  [z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
  [z.int().min(1), 0, 'must be at least 1'],
  [z.int().max(9), 10, 'must be at most 9'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().lt(5), 5, 'must be less than 5'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.email(), 'x', 'must be an e-mail address, for example ada@example.com'],
  [z.url(), 'x', 'must be a URL, for example https://www.example.com'],
  [z.iso.datetime(), 'x', 'must be an ISO 8601 time, for example 2026-11-30T12:00:00Z'],
  [z.iso.date(), 'x', 'must be a date, for example 2026-11-30'],
  [z.string().regex(/^text/), 'x', 'is not valid, for example "text"'],
  [z.string().refine(() => false), 'x', 'is not valid'],
  [z.string().regex(/^a/, 'must begin with a'), 'x', 'must begin with a'],
  [z.record(z.string().max(1), z.int()), { ab: 1 }, 'ab is not a valid name: must be at most 1 character'],
  [z.union([z.string(), item]), 7, 'must be text or an object, for example "text"'],
  [z.union([z.string(), item]), { name: 7 }, 'name must be text, for example "text"'],
  [z.object({ a: z.int().default(25) }), { a: 'x' }, 'a must be a whole number, for example 25'],
])('describes the issue of case %# in plain words', (schema, value, expected) => {
  expect(lines(schema, value)).toEqual([expected]);
});

it('names each unknown property and suggests a known one', () => {
  expect(lines(z.array(item), [{ name: 'x', nmae: 1, other: 2 }])).toEqual([
    '0.nmae is not a known name (did you mean "name"?)',
    '0.other is not a known name',
  ]);
});

it('uses the given language', () => {
  const checked = checkPlainly(item, { name: 7, sise: 1 }, de.messages);
  expect(checked.success ? [] : checked.issues.map(asLine)).toEqual([
    'name muss ein Text sein, zum Beispiel "text"',
    'sise ist kein bekannter Name (meinten Sie „size“?)',
  ]);
});

it('suggests names for only the first 20 unknown properties in a large body', () => {
  const body = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`name${index % 10}${'_'.repeat(index / 10 + 1)}`, 1]),
  );
  const checked = checkPlainly(item, { name: 'x', ...body });
  const suggested = checked.success ? [] : checked.issues.filter(({ unknown }) => unknown?.suggestion);
  expect(suggested).toHaveLength(20);
});
