/**
 * The fields that a form declares: their order, labels and types, and what may be posted in them, in the words of HTML's
 * own constraints (docs/specification.md, "Declared fields").
 */
import * as z from 'zod';
import { isPlainLine } from '../../core/text.ts';
import { acceptedFileTypes } from './accepted-file-types.ts';
import { isDate } from './calendar-date.ts';

export const fieldTypes = [
  'text',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'choice',
  'choices',
  'checkbox',
  'file',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const unknownFieldsRules = ['keep', 'drop', 'refuse'] as const;
export const unknownFields = z
  .enum(unknownFieldsRules)
  .describe(
    'What becomes of fields that are not declared: stored, left out, or the post is refused. Of no meaning while `fields` is empty.',
  );
export type UnknownFields = z.infer<typeof unknownFields>;

/** Which constraints each type takes. */
const CONSTRAINTS = {
  text: ['min_length', 'max_length', 'pattern'],
  email: ['min_length', 'max_length', 'pattern'],
  url: ['min_length', 'max_length', 'pattern'],
  tel: ['min_length', 'max_length', 'pattern'],
  number: ['min', 'max', 'step'],
  date: ['min', 'max', 'step'],
  choice: ['options'],
  choices: ['options'],
  checkbox: [],
  file: ['accept', 'max_files'],
} as const satisfies Record<FieldType, readonly (keyof z.infer<typeof members>)[]>;
const constraints = [...new Set(Object.values(CONSTRAINTS).flat())];

/** Everything that a form declares, as JSON: ingest reads it with each post. */
const MOST_BYTES = 32 * 1024;
export const MOST_FIELDS = 100;
export const LONGEST_PATTERN = 500;
const LONGEST_TEXT = 100_000;

const line = z.string().min(1).max(200).refine(isPlainLine, {
  error: 'must stand on one line, without control characters or marks that turn the direction of text',
});
const length = z.int().min(0).max(LONGEST_TEXT);
const bound = z.union([
  z.number(),
  z.string().refine(isDate, { error: 'must be a date such as 2026-11-30' }),
]);

const members = z.strictObject({
  name: line.describe('Name of the field, as it is posted.'),
  label: line.optional().describe('What people read in place of the name.'),
  type: z.enum(fieldTypes).describe('What kind of value it takes.'),
  required: z.boolean().optional().describe('Whether it must be filled in.'),
  min_length: length.optional().describe('Fewest characters of a value that is not empty.'),
  max_length: length.optional().describe('Most characters.'),
  pattern: z
    .string()
    .min(1)
    .max(LONGEST_PATTERN)
    .optional()
    .describe(
      'Regular expression in the syntax of RE2 that the whole value must match, as with HTML: without look-around and back references.',
    ),
  options: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(200)
    .optional()
    .describe('The values that may be chosen; any when absent.'),
  min: bound.optional().describe('Lowest number, or the earliest date.'),
  max: bound.optional().describe('Highest number, or the latest date.'),
  step: z
    .number()
    .positive()
    .optional()
    .describe('Distance of the numbers that are allowed, or of the dates in days, from `min`.'),
  accept: z
    .string()
    .min(1)
    .max(500)
    .refine((text) => acceptedFileTypes(text) !== undefined, {
      error: 'must be endings such as .pdf and media types such as image/*, with commas between',
    })
    .optional()
    .describe('The kinds of file, as in HTML: `.pdf, image/*`.'),
  max_files: z.int().min(1).max(10).optional().describe('Most files.'),
});

/** A field as it is declared, stored and shown. */
export const formField = members.superRefine((field, { addIssue }) => {
  const taken: readonly string[] = CONSTRAINTS[field.type];
  for (const name of constraints) {
    if (field[name] !== undefined && !taken.includes(name))
      addIssue({ code: 'custom', path: [name], message: `is not for a field of the type ${field.type}` });
  }
  for (const name of ['min', 'max'] as const) {
    const value = field[name];
    if (
      value !== undefined &&
      taken.includes(name) &&
      (typeof value === 'number') !== (field.type === 'number')
    )
      addIssue({
        code: 'custom',
        path: [name],
        message: field.type === 'number' ? 'must be a number' : 'must be a date such as 2026-11-30',
      });
  }
  if (field.type === 'date' && field.step !== undefined && !Number.isInteger(field.step))
    addIssue({ code: 'custom', path: ['step'], message: 'must be whole days' });
  if (isBelow(field.max, field.min))
    addIssue({ code: 'custom', path: ['max'], message: 'must not be below min' });
  if (isBelow(field.max_length, field.min_length))
    addIssue({ code: 'custom', path: ['max_length'], message: 'must not be below min_length' });
  if (field.options && new Set(field.options).size < field.options.length)
    addIssue({ code: 'custom', path: ['options'], message: 'must not hold a value twice' });
});
export type FormField = z.infer<typeof formField>;

type Bound = number | string | undefined;

function isBelow(high: Bound, low: Bound): boolean {
  return high !== undefined && low !== undefined && typeof high === typeof low && high < low;
}

/** The declaration as a client sends it; null for none. */
export const fieldsInput = z
  .array(formField)
  .max(MOST_FIELDS)
  .superRefine((fields, { addIssue }) => {
    const names = new Set<string>();
    for (const [index, { name }] of fields.entries()) {
      if (names.has(name))
        addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of an earlier field' });
      names.add(name);
    }
    if (Buffer.byteLength(JSON.stringify(fields)) > MOST_BYTES)
      addIssue({ code: 'custom', path: [], message: `must have at most ${MOST_BYTES} bytes as JSON` });
  })
  .nullable()
  .describe(
    'The fields of the form; their order is that of e-mails, exports and lists. Posts that do not fit are refused with 422. Empty, or null, when the form takes any field.',
  );

/** The declared fields as they are stored and shown. */
export const storedFields = z
  .array(members)
  .describe('The fields of the form in their order; empty when it takes any field.');
