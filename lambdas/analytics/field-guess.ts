/**
 * Infers a form's fields from its submissions and guesses a type and an example for each. Integrations and
 * the console offer these fields when users set up a mapping.
 */
import * as z from 'zod';
import { displayValue, truncate } from '../core/text/text.ts';
import { fieldTypes, type FieldType, type FormField } from '../forms/fields/field.ts';
import { exampleOf } from '../submissions/sample-submission.ts';
import type { Submission } from '../submissions/submission.ts';

/** Number of recent submissions to infer fields from. */
export const LOOKED_AT = 100;
const EXAMPLE_CHARACTERS = 200;

/** Representation of a field in the management API. */
export const fieldView = z.object({
  name: z.string(),
  label: z.string().optional().describe('Label shown instead of the name, if the form declares it.'),
  type: z.enum(fieldTypes).describe('Type declared by the form, otherwise guessed from submitted values.'),
  required: z.boolean().optional().describe('Whether the field is required, if the form declares it.'),
  options: z.array(z.string()).optional().describe('Options to choose from, if the form declares them.'),
  example: z
    .string()
    .describe('The latest non-empty value, up to 200 characters. If there is none, a made-up value.'),
  submissions: z.int().describe('Number of the last 100 submissions that contain the field.'),
});
export const fieldsView = z.object({ data: z.array(fieldView) });
export type FieldView = z.infer<typeof fieldView>;

/** Patterns for each type. A field gets the first type whose pattern matches all values. */
const patterns: readonly (readonly [FieldType, RegExp])[] = [
  ['choices', /^\["/],
  ['checkbox', /^(?:on|off|true|false|yes|no)$/i],
  ['number', /^-?\d{1,9}(?:[.,]\d+)?$/],
  ['date', /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/],
  ['email', /^[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{2,63}$/],
  ['url', /^https?:\/\/[^\s]{1,2048}$/i],
  ['tel', /^\+?[\d ()/.-]{6,25}$/],
];

/**
 * Returns the first type whose pattern matches all non-empty values, or `text` if there is no such type or no
 * value.
 */
export function guessedType(values: readonly string[]): FieldType {
  const given = values.map((value) => value.trim()).filter((value) => value !== '');
  if (given.length === 0) return 'text';
  return patterns.find(([, pattern]) => given.every((value) => pattern.test(value)))?.[0] ?? 'text';
}

/**
 * Returns the fields found in these submissions: the newest submission's fields first, then fields that only
 * occur in older submissions, and finally file fields.
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
 * Returns a form's declared fields, each with an example and the number of times it occurs in the
 * submissions.
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
