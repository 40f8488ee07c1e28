/**
 * Validates submitted values against a form's declared fields (docs/specification.md, "Declared fields").
 */
import type { ValidationIssue } from '../../core/errors/errors.ts';
import { emailAddress, withAsciiDomain } from '../../core/text/email-address.ts';
import { message } from '../../core/errors/message.ts';
import type { Payload } from '../../core/payload.ts';
import { isAccepted } from './accepted-file-types.ts';
import { dateOfDay, dayOf, isDate } from './calendar-date.ts';
import type { FormField, UnknownFields } from './field.ts';

/** Codes of field errors (docs/specification.md, "Declared fields"). */
export const fieldIssueCodes = [
  'required',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'option',
  'too_short',
  'too_long',
  'min',
  'max',
  'step',
  'pattern',
  'file_type',
  'not_a_file',
  'too_many_files',
  'unknown_field',
] as const;
type FieldIssueCode = (typeof fieldIssueCodes)[number];

/** A compiled pattern, which must match the whole value of a field. */
export interface Pattern {
  matches(value: string): boolean;
}

/**
 * Maximum length of values that are matched against patterns, in characters. Matching longer values would
 * take too long.
 */
export const MAX_MATCHED_LENGTH = 5000;

export interface FieldRules {
  readonly fields: readonly FormField[];
  readonly unknown_fields: UnknownFields;
}

interface PostedFile {
  readonly field: string;
  readonly name: string;
  readonly content_type: string;
}

type Issue = Omit<ValidationIssue, 'path'> & { readonly code: FieldIssueCode };

/**
 * Validates the submitted fields in the declared order. Returns at most one issue per field.
 * @param patternOf compiles a field's pattern, which was validated when the field was declared
 */
export function fieldIssues(
  { fields, unknown_fields }: FieldRules,
  { payload, files }: { payload: Payload; files: readonly PostedFile[] },
  patternOf: (source: string) => Pattern,
): ValidationIssue[] {
  const issues = fields.flatMap((field): ValidationIssue[] => {
    const issue =
      field.type === 'file'
        ? fileIssue(
            field,
            payload.get(field.name),
            files.filter((file) => file.field === field.name),
          )
        : valueIssue(field, payload.get(field.name), patternOf);
    return issue ? [{ path: field.name, ...issue }] : [];
  });
  if (unknown_fields !== 'refuse' || fields.length === 0) return issues;
  const { isFieldKnown, isFileKnown } = knownNames(fields);
  const unknown = [
    ...[...payload.keys()].filter((name) => !isFieldKnown(name)),
    ...files.map(({ field }) => field).filter((name) => !isFileKnown(name)),
  ];
  return [
    ...issues,
    ...Array.from(new Set(unknown), (path) => ({
      path,
      code: 'unknown_field',
      message: message('field-unknown'),
    })),
  ];
}

/**
 * Returns two functions that check whether a field name is declared: one for values, and one for files, which
 * only file fields can contain.
 */
export function knownNames(fields: readonly Pick<FormField, 'name' | 'type'>[]) {
  const names = new Set(fields.map(({ name }) => name));
  const ofFiles = new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name));
  return {
    isFieldKnown: (name: string): boolean => names.has(name),
    isFileKnown: (name: string): boolean => ofFiles.has(name),
  };
}

const REQUIRED: Issue = { code: 'required', message: message('field-required') };

function fileIssue(
  field: FormField,
  posted: string | undefined,
  files: readonly PostedFile[],
): Issue | undefined {
  const { required, accept, max_files } = field;
  // If a form lacks `enctype="multipart/form-data"`, browsers send the file's name instead of its content.
  if (files.length === 0 && isGiven(field, posted ?? ''))
    return { code: 'not_a_file', message: message('field-not-a-file') };
  if (files.length === 0) return required ? REQUIRED : undefined;
  if (max_files !== undefined && files.length > max_files)
    return { code: 'too_many_files', message: message('field-too-many-files', { limit: max_files }) };
  if (accept !== undefined && !files.every((file) => isAccepted(accept, file)))
    return { code: 'file_type', message: message('field-file-type', { accept }) };
  return undefined;
}

function valueIssue(
  field: FormField,
  posted: string | undefined,
  patternOf: (source: string) => Pattern,
): Issue | undefined {
  // Browsers submit line breaks as CR LF but count each one as a single character.
  const value = (posted ?? '').replaceAll('\r\n', '\n');
  if (!isGiven(field, value)) return field.required ? REQUIRED : undefined;
  switch (field.type) {
    case 'text':
      return textIssue(field, value, patternOf);
    case 'email':
      if (!emailAddress.safeParse(withAsciiDomain(value.trim())).success)
        return { code: 'email', message: message('field-email') };
      return textIssue(field, value, patternOf);
    case 'url':
      if (!isWebAddress(value.trim())) return { code: 'url', message: message('field-url') };
      return textIssue(field, value, patternOf);
    case 'tel':
      if (!isPhoneNumber(value.trim())) return { code: 'tel', message: message('field-tel') };
      return textIssue(field, value, patternOf);
    case 'number':
      return numberIssue(field, value.trim());
    case 'date':
      return dateIssue(field, value.trim());
    case 'choice':
    case 'choices':
      return choiceIssue(field, listOf(value));
    case 'checkbox':
    case 'file':
      return undefined;
  }
}

/**
 * Returns true if the field was filled in. Scripts send `null` for empty fields and `false` for cleared
 * checkboxes.
 */
function isGiven({ type }: FormField, value: string): boolean {
  const text = value.trim();
  if (text === '') return false;
  if (type === 'text') return true;
  if (text === 'null' || (type === 'checkbox' && text === 'false')) return false;
  return type !== 'choices' && type !== 'choice' ? true : listOf(value).some((each) => each.trim() !== '');
}

function textIssue(
  { min_length, max_length, pattern }: FormField,
  value: string,
  patternOf: (source: string) => Pattern,
): Issue | undefined {
  if (min_length !== undefined && value.length < min_length)
    return { code: 'too_short', message: message('field-too-short', { limit: min_length }) };
  if (max_length !== undefined && value.length > max_length)
    return { code: 'too_long', message: message('field-too-long', { limit: max_length }) };
  if (pattern !== undefined && !patternOf(pattern).matches(value))
    return { code: 'pattern', message: message('field-pattern') };
  return undefined;
}

function isWebAddress(value: string): boolean {
  return value.length <= 2048 && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}

/**
 * Returns true if the value contains only digits and common separators. HTML doesn't define a format for
 * phone numbers.
 */
function isPhoneNumber(value: string): boolean {
  if (!/^(?:\p{Nd}|[\s()+./*#,;-]|x|ext)+$/iu.test(value)) return false;
  const digits = value.replace(/\P{Nd}/gu, '').length;
  return digits >= 3 && digits <= 20;
}

/** Matches a floating-point number in HTML's syntax (HTML standard, "Valid floating-point number"). */
const NUMBER = /^-?(?:\d{1,100}(?:\.\d{1,100})?|\.\d{1,100})(?:e[+-]?\d{1,3})?$/i;

function numberIssue({ min, max, step }: FormField, text: string): Issue | undefined {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value))
    return { code: 'number', message: message('field-number') };
  const bounds = { min: numberOf(min), max: numberOf(max), step };
  return boundIssue(value, bounds, (number) => String(Number(number.toPrecision(12))), 'number');
}

function dateIssue({ min, max, step }: FormField, text: string): Issue | undefined {
  if (!isDate(text)) return { code: 'date', message: message('field-date') };
  const days = (bound: string | number | undefined): number | undefined =>
    typeof bound === 'string' ? dayOf(bound) : undefined;
  return boundIssue(dayOf(text), { min: days(min), max: days(max), step }, dateOfDay, 'date');
}

const numberOf = (bound: string | number | undefined): number | undefined =>
  typeof bound === 'number' ? bound : undefined;

function boundIssue(
  value: number,
  { min, max, step }: Record<'min' | 'max' | 'step', number | undefined>,
  show: (value: number) => string,
  kind: 'number' | 'date',
): Issue | undefined {
  if (min !== undefined && value < min)
    return {
      code: 'min',
      message: message(kind === 'date' ? 'field-min-date' : 'field-min', { bound: show(min) }),
    };
  if (max !== undefined && value > max)
    return {
      code: 'max',
      message: message(kind === 'date' ? 'field-max-date' : 'field-max', { bound: show(max) }),
    };
  if (step === undefined) return undefined;
  const base = min ?? 0;
  const steps = (value - base) / step;
  // Allow a small rounding error because decimal steps such as 0.1 have no exact binary representation.
  if (Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))) return undefined;
  const below = base + Math.floor(steps) * step;
  const nearest = [below, below + step].filter((each) => max === undefined || each <= max);
  return { code: 'step', message: message('field-step', { values: nearest.map(show) }) };
}

function choiceIssue({ type, options }: FormField, values: readonly string[]): Issue | undefined {
  const chosen = values.filter((value) => value !== '');
  const isAllowed =
    (type === 'choices' || chosen.length <= 1) &&
    (options === undefined || chosen.every((value) => options.includes(value)));
  return isAllowed ? undefined : { code: 'option', message: message('field-option') };
}

/** Returns the values of a field that was submitted several times or as a JSON list. */
function listOf(value: string): string[] {
  if (!value.startsWith('[')) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) &&
      parsed.every((each) => typeof each === 'string' || typeof each === 'number')
      ? parsed.map(String)
      : [value];
  } catch {
    return [value];
  }
}
