/**
 * Derives examples for error messages from schemas. The examples in the OpenAPI document can't be used,
 * because they aren't bundled with the functions.
 */
import * as z from 'zod';

/** Maximum length of an example, in characters of JSON. */
const LONGEST_EXAMPLE = 100;

/** Candidate strings for examples. All but the first match a format, such as e-mail addresses or dates. */
const TEXTS = ['text', 'ada@example.com', 'https://www.example.com', '2026-11-30T12:00:00Z', '2026-11-30'];

const found = new WeakMap<z.core.$ZodType, string | undefined>();

/**
 * Returns an example that the schema accepts, as JSON, or undefined if none is found. Long lists and objects
 * are shortened to `[{…}]`, `["…"]` and `{…}`.
 */
export function exampleOf(schema: z.core.$ZodType): string | undefined {
  // Cache the example because the same schema might reject thousands of values in a body.
  if (!found.has(schema)) found.set(schema, writtenExample(schema));
  return found.get(schema);
}

/** Returns an example for the property at the path: its default value or another value that it accepts. */
export function exampleAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string | undefined {
  const member = memberAt(schema, path);
  if (member instanceof z.ZodDefault) return JSON.stringify(member.def.defaultValue);
  return member && exampleOf(member);
}

function memberAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const whole = bare(schema);
  if (whole instanceof z.ZodArray) return memberAt(whole.element, rest);
  if (!(whole instanceof z.ZodObject) || !Object.hasOwn(whole.shape, name)) return undefined;
  const { [String(name)]: member } = whole.shape as Readonly<Record<string, z.core.$ZodType>>;
  return member && memberAt(member, rest);
}

function writtenExample(schema: z.core.$ZodType): string | undefined {
  const example = valueOf(schema);
  const json = example === undefined ? undefined : JSON.stringify(example);
  if (json !== undefined && json.length <= LONGEST_EXAMPLE) return json;
  const whole = bare(schema);
  if (whole instanceof z.ZodArray) return bare(whole.element) instanceof z.ZodObject ? '[{…}]' : '["…"]';
  return whole instanceof z.ZodObject || whole instanceof z.ZodRecord ? '{…}' : undefined;
}

/** Returns the first candidate that the schema accepts, or undefined if it accepts none of them. */
function valueOf(schema: z.core.$ZodType): unknown {
  return candidates(bare(schema)).find((each) => each !== undefined && z.safeParse(schema, each).success);
}

function candidates(schema: z.core.$ZodType): readonly unknown[] {
  if (schema instanceof z.ZodBoolean) return [true];
  if (schema instanceof z.ZodNumber) return [3, schema.minValue, schema.maxValue];
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodArray) return [[valueOf(schema.element)]];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => valueOf(option));
  if (schema instanceof z.ZodObject) return objectsOf(schema.shape);
  if (schema instanceof z.ZodRecord)
    return [{ [String(valueOf(schema.keyType))]: valueOf(schema.valueType) }];
  return TEXTS;
}

/** Returns an object with the required properties, or with the first property if none are required. */
function objectsOf(shape: Readonly<Record<string, z.core.$ZodType>>): readonly unknown[] {
  const names = Object.keys(shape);
  const required = names.filter((name) => shape[name] && !z.safeParse(shape[name], undefined).success);
  const withMembers = (chosen: readonly string[]) =>
    Object.fromEntries(chosen.map((name) => [name, shape[name] && valueOf(shape[name])]));
  return [withMembers(required.length > 0 ? required : names.slice(0, 1))];
}

/** Unwraps optional, nullable, default and pipe schemas. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap());
  return schema instanceof z.ZodPipe ? bare(schema.in) : schema;
}
