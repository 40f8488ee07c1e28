/** The fields that a form's submissions have, with a guess of their type and an example, for screens that map fields. */
import * as z from 'zod';
import { displayValue, truncate } from '../core/text.ts';
import type { Submission } from '../submissions/submission.ts';

/** How many of the last submissions are looked at. */
export const LOOKED_AT = 100;
const EXAMPLE_CHARACTERS = 200;

export const fieldTypes = [
  'text',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'choices',
  'checkbox',
  'file',
] as const;
type FieldType = (typeof fieldTypes)[number];

/** A field as the management API shows it. */
export const fieldView = z.object({
  name: z.string(),
  type: z.enum(fieldTypes).describe('A guess from what was posted.'),
  example: z.string().describe('The newest value that is not empty, at most 200 characters of it.'),
  submissions: z.int().describe('In how many of the last 100 submissions it came.'),
});
export const fieldsView = z.object({ data: z.array(fieldView) });
export type FieldView = z.infer<typeof fieldView>;

/** What the values of each type look like; the first that all values fit is the guess. */
const patterns: readonly (readonly [FieldType, RegExp])[] = [
  ['choices', /^\["/],
  ['checkbox', /^(?:on|off|true|false|yes|no)$/i],
  ['number', /^-?\d{1,9}(?:[.,]\d+)?$/],
  ['date', /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/],
  ['email', /^[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{2,63}$/],
  ['url', /^https?:\/\/[^\s]{1,2048}$/i],
  ['tel', /^\+?[\d ()/.-]{6,25}$/],
];

/** The type that all of these values have, `text` when there is none. */
export function guessedType(values: readonly string[]): FieldType {
  const given = values.map((value) => value.trim()).filter((value) => value !== '');
  if (given.length === 0) return 'text';
  return patterns.find(([, pattern]) => given.every((value) => pattern.test(value)))?.[0] ?? 'text';
}

/**
 * The fields of these submissions in the order of the newest one, then those that only older ones have; files last.
 * @param submissions newest first
 */
export function fieldsOf(submissions: readonly Pick<Submission, 'payload' | 'attachments'>[]): FieldView[] {
  const values = new Map<string, string[]>();
  const files = new Map<string, string[]>();
  const note = (map: Map<string, string[]>, name: string, value: string): void => {
    map.set(name, [...(map.get(name) ?? []), value]);
  };
  for (const { payload, attachments } of submissions) {
    for (const [name, value] of payload) note(values, name, value);
    for (const field of new Set(attachments.map((each) => each.field))) {
      note(files, field, attachments.find((each) => each.field === field)?.name ?? '');
    }
  }
  const viewOf = (name: string, all: readonly string[], type: FieldType): FieldView => ({
    name,
    type,
    example: truncate(displayValue(all.find((value) => value.trim() !== '') ?? ''), EXAMPLE_CHARACTERS - 1),
    submissions: all.length,
  });
  return [
    ...Array.from(values, ([name, all]) => viewOf(name, all, guessedType(all))),
    ...Array.from(files, ([name, all]) => viewOf(name, all, 'file')),
  ];
}
