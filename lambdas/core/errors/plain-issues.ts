/** Validates values and describes issues in plain language. Callers never see zod's own messages. */
import * as z from 'zod';
import { closestName } from './closest-name.ts';
import { englishMessages } from './english-messages.ts';
import {
  message,
  translate,
  type Message,
  type MessageCatalogue,
  type Sized,
  type ValueFormat,
  type ValueType,
} from './message.ts';
import { exampleAt, exampleOf } from './schema-example.ts';

export interface PlainIssue {
  /** Path of the invalid value or the unknown name. */
  readonly path: readonly PropertyKey[];
  /** The message, which continues a sentence that starts with the path: "must be a number, for example 3". */
  readonly message: string;
  /** Set when a name is unknown: the closest known name, if there is one. */
  readonly unknown?: { readonly suggestion: string | undefined };
}

export type PlainlyChecked<Schema extends z.ZodType> =
  | { readonly success: true; readonly data: z.output<Schema> }
  | { readonly success: false; readonly issues: readonly PlainIssue[] };

/**
 * Maximum number of suggestions for unknown names. A body can contain a hundred thousand unknown names, but
 * only the first ones are listed.
 */
const MAX_SUGGESTIONS = 20;
/** Maximum number of unknown names in a sentence. `MAX_NAME_LENGTH` limits the length of each name. */
const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 60;

/**
 * Validates the value and describes each issue in plain language. Messages in the schema take precedence over
 * the message catalog.
 */
export function checkPlainly<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  messages: MessageCatalogue = englishMessages,
): PlainlyChecked<Schema> {
  // Maps the `keys` array of each zod issue about unknown names to the known names, because the issue doesn't
  // contain the schema that lists them.
  const knownNames = new Map<readonly string[], readonly string[]>();
  const result = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') knownNames.set(issue.keys, namesOf(issue.inst));
      return wordingOf(issue, messages, schema);
    },
  });
  if (result.success) return { success: true, data: result.data };
  let suggestions = 0;
  const issues = result.error.issues.flatMap(withVariant).flatMap((issue, index, all): PlainIssue[] => {
    if (isLimitOfWrongType(issue, all[index - 1])) return [];
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
    return issue.keys.map((name) => {
      suggestions += 1;
      const known = suggestions <= MAX_SUGGESTIONS ? (knownNames.get(issue.keys) ?? []) : [];
      const suggestion = closestName(name, known);
      return {
        path: [...issue.path, name],
        message: translate(message('not-known-here', { suggestion }), messages),
        unknown: { suggestion },
      };
    });
  });
  return { success: false, issues };
}

/**
 * Replaces a union's issue with more specific ones: if the variant with the value's type has issues about parts
 * of the value, returns these issues, with paths that refer to the parts.
 */
function withVariant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const variant = issue.errors.find(([first]) => first && isOfVariant(first)) ?? [];
  if (variant.length === 0 || variant.some(({ path }) => path.length === 0)) return [issue];
  return variant.flatMap((each) => withVariant({ ...each, path: [...issue.path, ...each.path] }));
}

/** Returns true if the variant has the value's type. */
const isOfVariant = ({ code, path }: z.core.$ZodIssue): boolean => code !== 'invalid_type' || path.length > 0;

/**
 * Returns true if zod reports the length only because the value has the wrong type. zod checks the length of
 * strings even if it expects a list.
 */
function isLimitOfWrongType(issue: z.core.$ZodIssue, before: z.core.$ZodIssue | undefined): boolean {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return false;
  return before?.code === 'invalid_type' && pathText(before.path) === pathText(issue.path);
}

/** Formats the issue as one line: `fields.0.name must not be empty`. */
export const asLine = ({ path, message: text }: PlainIssue): string =>
  path.length === 0 ? text : `${pathText(path)} ${text}`;

/** Joins a path with dots. */
export const pathText = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Returns the names of an object's properties, or an empty list for other schemas. */
const namesOf = (schema: unknown): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/**
 * Describes an issue in plain language.
 * @param whole schema of the whole value, where the issue's path starts
 */
function wordingOf(issue: z.core.$ZodRawIssue, messages: MessageCatalogue, whole: z.ZodType): string {
  if (issue.code === 'invalid_union') return wordingOfUnion(issue, messages, whole);
  if (issue.code === 'unrecognized_keys') return wordingOfNames(issue.keys, namesOf(issue.inst), messages);
  return translate(messageOf(issue, whole), messages);
}

function messageOf(issue: z.core.$ZodRawIssue, whole: z.ZodType): Message {
  switch (issue.code) {
    case 'invalid_type':
      return messageOfType(issue, issue.expected, whole);
    case 'custom':
      // A refinement can declare the type that it checks: `refine(isObject, { params: { expected: 'object' }
      // })`.
      return messageOfType(issue, String(issue.params?.['expected']), whole);
    case 'invalid_value':
      return message('value-options', { options: issue.values.map(asJson) });
    case 'too_small':
      return message('value-limit', {
        bound: issue.exact ? 'exactly' : issue.inclusive === false ? 'above' : 'at-least',
        limit: Number(issue.minimum),
        of: sizedOf(issue.origin),
      });
    case 'too_big':
      return message('value-limit', {
        bound: issue.exact ? 'exactly' : issue.inclusive === false ? 'below' : 'at-most',
        limit: Number(issue.maximum),
        of: sizedOf(issue.origin),
      });
    case 'invalid_format':
      return messageOfFormat(issue, whole);
    case 'not_multiple_of':
      return message('value-multiple', { divisor: issue.divisor });
    case 'invalid_key':
      return message('value-name', { reason: issue.issues[0]?.message ?? '' });
    default:
      return message('value-wrong', { example: exampleFor(issue, whole) });
  }
}

function messageOfType(issue: z.core.$ZodRawIssue, expected: string, whole: z.ZodType): Message {
  if (issue.input === undefined) return message('value-required');
  const type = typeOf(expected, issue.inst);
  if (type === undefined) return message('value-wrong', { example: exampleFor(issue, whole) });
  const example = exampleFor(issue, whole) ?? USUAL[type];
  return message('value-type', { types: [type], example });
}

/** Maps zod's type names to our terms. */
const TYPES: Readonly<Record<string, ValueType>> = {
  array: 'list',
  boolean: 'boolean',
  int: 'whole-number',
  null: 'null',
  number: 'number',
  object: 'object',
  record: 'object',
  string: 'text',
  tuple: 'list',
};

/** Examples by type, for schemas without a known valid value. */
const USUAL: Readonly<Partial<Record<ValueType, string>>> = { boolean: 'true', list: '[…]', object: '{…}' };

function typeOf(expected: string, schema: unknown): ValueType | undefined {
  if (expected === 'number' && schema instanceof z.ZodNumber && schema.format?.includes('int'))
    return 'whole-number';
  return TYPES[expected];
}

function sizedOf(origin: string): Sized {
  if (origin === 'string') return 'characters';
  return ['array', 'set', 'map', 'object', 'record'].includes(origin) ? 'entries' : 'number';
}

const FORMATS: Readonly<Record<string, ValueFormat>> = {
  date: 'date',
  datetime: 'time',
  email: 'email',
  url: 'url',
};

function messageOfFormat(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>,
  whole: z.ZodType,
): Message {
  const format = FORMATS[issue.format];
  if (format !== undefined) return message('value-format', { format });
  return message('value-wrong', { example: exampleFor(issue, whole) });
}

/**
 * Lists the names that aren't allowed in the value. Only used for union variants, because everywhere else
 * each name gets its own issue.
 */
function wordingOfNames(
  names: readonly string[],
  known: readonly string[],
  messages: MessageCatalogue,
): string {
  return names
    .slice(0, MAX_NAMES)
    .map((name) => {
      const text = message('not-known-here', { suggestion: closestName(name, known) });
      return `${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} ${translate(text, messages)}`;
    })
    .join('; ');
}

/**
 * Describes the issue of the first variant with the same type as the value. If there is no such variant,
 * lists the types of all variants.
 */
function wordingOfUnion(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>,
  messages: MessageCatalogue,
  whole: z.ZodType,
): string {
  if (issue.input === undefined) return translate(message('value-required'), messages);
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0)
    return translate(message('value-options', { options: issue.options.map(asJson) }), messages);
  const firsts = issue.errors.flatMap(([first]) => first ?? []);
  const ofType = firsts.find(isOfVariant);
  if (ofType) return asLine(ofType);
  const types = firsts.flatMap((each) =>
    each.code === 'invalid_type' ? (typeOf(each.expected, undefined) ?? []) : [],
  );
  if (types.length === 0)
    return translate(message('value-wrong', { example: exampleFor(issue, whole) }), messages);
  return translate(
    message('value-type', { types: [...new Set(types)], example: exampleFor(issue, whole) }),
    messages,
  );
}

/**
 * Returns an example for the property. For variants of a union, falls back to an example of the schema that
 * raised the issue.
 */
function exampleFor(issue: z.core.$ZodRawIssue, whole: z.ZodType): string | undefined {
  const schema: unknown = issue.schema ?? issue.inst;
  return exampleAt(whole, issue.path ?? []) ?? (schema instanceof z.ZodType ? exampleOf(schema) : undefined);
}

const asJson = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);
