/** The fields that a form's submissions have, with a guess of their type and an example, for screens that map fields. */
import * as z from 'zod';
import { displayValue, truncate } from '../core/text.ts';
import { fieldTypes, type FieldType, type FormField } from '../forms/fields/field.ts';
import { exampleOf } from '../submissions/sample-submission.ts';
import type { Submission } from '../submissions/submission.ts';

/** How many of the last submissions are looked at. */
export const LOOKED_AT = 100;
const EXAMPLE_CHARACTERS = 200;

/** A field as the management API shows it. */
export const fieldView = z.object({
  name: z.string(),
  label: z.string().optional().describe('What people read in place of the name, when the form declares it.'),
  type: z.enum(fieldTypes).describe('As the form declares it, else a guess from what was posted.'),
  required: z.boolean().optional().describe('Whether it must be filled in, when the form declares it.'),
  options: z.array(z.string()).optional().describe('What may be chosen, when the form declares it.'),
  example: z
    .string()
    .describe('The newest value that is not empty, at most 200 characters of it; else one that is made up.'),
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

/**
 * The fields that a form declares, with an example and how often they came.
 * @param submissions newest first
 */
export function declaredFields(
  declared: readonly FormField[],
  submissions: readonly Pick<Submission, 'payload' | 'attachments'>[],
): FieldView[] {
  const seen = new Map(fieldsOf(submissions).map((view) => [`${view.type === 'file'} ${view.name}`, view]));
  return declared.map((field) => {
    const { name, type, label, required, options } = field;
    const found = seen.get(`${type === 'file'} ${name}`);
    return {
      name,
      ...(label !== undefined && { label }),
      type,
      ...(required !== undefined && { required }),
      ...(options && { options }),
      example: found?.example || truncate(displayValue(exampleOf(field)), EXAMPLE_CHARACTERS - 1),
      submissions: found?.submissions ?? 0,
    };
  });
}
