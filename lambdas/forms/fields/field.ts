/**
 * Defines a form's declared fields: their order, labels, types and accepted values. The constraints are the
 * same as in HTML (docs/specification.md, "Declared fields").
 */
import * as z from 'zod';
import { isPlainLine } from '../../core/text/text.ts';
import { severalLines } from '../../core/text/several-lines.ts';
import { acceptedFileTypes } from './accepted-file-types.ts';
import { isAutocomplete } from './autocomplete.ts';
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
    'Whether to store or discard submitted fields that are not declared, or reject the submission. Has no effect while `fields` is empty.',
  );
export type UnknownFields = z.infer<typeof unknownFields>;

/** Supported constraints by field type. */
const CONSTRAINTS = {
  text: ['min_length', 'max_length', 'pattern', 'multiline'],
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

/**
 * Maximum size of a form's field declarations, in bytes of JSON. The size is limited because ingest reads the
 * declarations with every submission.
 */
const MAX_BYTES = 32 * 1024;
export const MAX_FIELDS = 100;
export const MAX_PATTERN_LENGTH = 500;
const MAX_TEXT_LENGTH = 100_000;

const line = z.string().min(1).max(200).refine(isPlainLine, {
  error: 'must be a single line without control characters or characters that change the text direction',
});
const length = z.int().min(0).max(MAX_TEXT_LENGTH);
const bound = z.union([
  z.number(),
  z.string().refine(isDate, { error: 'must be a date, for example 2026-11-30' }),
]);

const members = z.strictObject({
  name: line.describe('Name of the field in submissions.'),
  label: line.optional().describe('Label that people see instead of the name.'),
  type: z.enum(fieldTypes).describe("Type of the field's value."),
  required: z.boolean().optional().describe('Whether the field is required.'),
  min_length: length.optional().describe("Minimum length in characters, if the value isn't empty."),
  max_length: length.optional().describe('Maximum length in characters.'),
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_LENGTH)
    .optional()
    .describe(
      'Regular expression (RE2 syntax) that the whole value must match, as in HTML. Look-around and backreferences are not supported.',
    ),
  options: z
    .array(line)
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Allowed values. Required for `choice`. If a `choices` field has none, any values are allowed.',
    ),
  min: bound.optional().describe('Smallest number or earliest date allowed.'),
  max: bound.optional().describe('Largest number or latest date allowed.'),
  step: z
    .number()
    .positive()
    .optional()
    .describe('Step between allowed numbers, or between allowed dates in days, starting at `min`.'),
  accept: z
    .string()
    .min(1)
    .max(500)
    .refine((text) => acceptedFileTypes(text) !== undefined, {
      error: 'must be a comma-separated list of file extensions and media types, for example ".pdf, image/*"',
    })
    .optional()
    .describe('Accepted file types, as in HTML: `.pdf, image/*`.'),
  max_files: z.int().min(1).max(10).optional().describe('Maximum number of files.'),
  help: severalLines(500)
    .optional()
    .describe(
      'Explanation below the field on the hosted page. A link is written `[text](https://www.example.com)`.',
    ),
  placeholder: line.optional().describe('Example that the empty field shows on the hosted page.'),
  multiline: z
    .boolean()
    .optional()
    .describe('Whether the hosted page shows a box for several lines of text. Only for the type `text`.'),
  autocomplete: z
    .string()
    .max(100)
    .refine(isAutocomplete, {
      error: 'must be a value of the HTML attribute autocomplete, for example given-name',
    })
    .optional()
    .describe('What the browser may fill in on the hosted page, as in HTML: `given-name`.'),
});

/** Schema of a declared field, both stored and in the API. */
export const formField = members.superRefine((field, { addIssue }) => {
  const taken: readonly string[] = CONSTRAINTS[field.type];
  for (const name of constraints) {
    if (field[name] !== undefined && !taken.includes(name))
      addIssue({
        code: 'custom',
        path: [name],
        message: `is not available for fields of the type ${field.type}`,
      });
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
        message: field.type === 'number' ? 'must be a number' : 'must be a date, for example 2026-11-30',
      });
  }
  if (field.type === 'date' && field.step !== undefined && !Number.isInteger(field.step))
    addIssue({ code: 'custom', path: ['step'], message: 'must be a whole number of days' });
  if (isBelow(field.max, field.min))
    addIssue({ code: 'custom', path: ['max'], message: 'must not be less than min' });
  if (isBelow(field.max_length, field.min_length))
    addIssue({ code: 'custom', path: ['max_length'], message: 'must not be less than min_length' });
  if (field.type === 'choice' && field.options === undefined)
    addIssue({
      code: 'custom',
      path: ['options'],
      message: 'is required for fields of the type choice, for example ["small", "large"]',
    });
  if (field.options && new Set(field.options).size < field.options.length)
    addIssue({ code: 'custom', path: ['options'], message: 'must not contain duplicate values' });
});
export type FormField = z.infer<typeof formField>;

type Bound = number | string | undefined;

function isBelow(high: Bound, low: Bound): boolean {
  return high !== undefined && low !== undefined && typeof high === typeof low && high < low;
}

/** Declared fields in a request; null if there are none. */
export const fieldsInput = z
  .array(formField)
  .max(MAX_FIELDS)
  .superRefine((fields, { addIssue }) => {
    const names = new Set<string>();
    for (const [index, { name }] of fields.entries()) {
      if (names.has(name))
        addIssue({ code: 'custom', path: [index, 'name'], message: 'is already used by an earlier field' });
      names.add(name);
    }
    if (Buffer.byteLength(JSON.stringify(fields)) > MAX_BYTES)
      addIssue({ code: 'custom', path: [], message: `must not exceed ${MAX_BYTES} bytes as JSON` });
  })
  .nullable()
  .describe(
    "Fields of the form, in the order that e-mails, exports and lists use. Submissions that don't match are rejected with 422. If empty or null, the form accepts any fields.",
  );

/** Schema of declared fields, both stored and in the API. */
export const storedFields = z
  .array(members)
  .describe('Fields of the form in their order; empty if the form accepts any fields.');
