/**
 * Converts JSON Schema to text for the documentation pages. Describes types and constraints in words and
 * links to referenced schemas.
 */
import { Html, html } from '../../../core/text/html.ts';
import type { OpenApiDocument } from '../../openapi/openapi-types.ts';

/** The schema keywords that `lambdas/api/openapi` writes. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly readOnly?: boolean;
  readonly examples?: readonly unknown[];
  readonly additionalProperties?: boolean | SchemaNode;
}

export type Schemas = OpenApiDocument['components']['schemas'];

export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Returns the URL of a named schema. */
export const schemaAddress = (name: string): string => `/docs/api/schemas#${name}`;

/** Returns the schema that a schema node refers to, or the node itself if it isn't a reference. */
export function resolved(node: SchemaNode, schemas: Schemas): SchemaNode {
  if (node.$ref === undefined) return node;
  const found = schemas[nameOf(node.$ref)];
  if (!found) throw new TypeError(`The document has no schema ${node.$ref}`);
  return resolved(found, schemas);
}

const isNull = ({ type, const: value }: SchemaNode): boolean => type === 'null' || value === null;

/** Returns the alternatives of a schema's union except null, or the schema itself if it isn't a union. */
export function variantsOf(node: SchemaNode): readonly SchemaNode[] {
  const all = node.anyOf ?? node.oneOf;
  return all ? all.filter((each) => !isNull(each)) : [node];
}

/** Describes a type, for example `string`, `array of Webhook`, `"live"` or `integer or null`. */
export function typeText(node: SchemaNode): Html {
  const alternatives = node.anyOf ?? node.oneOf;
  if (node.$ref !== undefined) {
    const name = nameOf(node.$ref);
    return html`<a href="${schemaAddress(name)}">${name}</a>`;
  }
  if (alternatives) return joined(unique(alternatives.map(typeText)), ' or ');
  if (node.enum) return joined(node.enum.map(literal), ' | ');
  if ('const' in node) return literal(node.const);
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? ['any value']);
  return joined(
    types.map((type) => html`${oneType(type, node)}`),
    ' or ',
  );
}

function oneType(type: string, node: SchemaNode): Html {
  if (type === 'array' && node.items) return html`array of ${typeText(node.items)}`;
  return node.format === undefined || type === 'null' ? html`${type}` : html`${type} (${node.format})`;
}

const literal = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

const joined = (all: readonly Html[], separator: string): Html =>
  new Html(all.map(({ source }) => source).join(separator));

const unique = (all: readonly Html[]): Html[] =>
  [...new Set(all.map(({ source }) => source))].map((source) => new Html(source));

/** Describes a schema's constraints, such as its maximum length, in words. */
export function constraintsOf(node: SchemaNode): Html[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = node;
  const range = (low: number | undefined, high: number | undefined, what: string): Html[] => {
    if (low === undefined && high === undefined) return [];
    if (high === undefined || high >= Number.MAX_SAFE_INTEGER)
      return low === undefined || low <= Number.MIN_SAFE_INTEGER ? [] : [html`${what}${`at least ${low}`}`];
    if (low === undefined || low <= Number.MIN_SAFE_INTEGER) return [html`${what}${`at most ${high}`}`];
    return [html`${what}${`${low} to ${high}`}`];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, 'characters: '),
    ...range(minItems, maxItems, 'items: '),
    ...(pattern === undefined ? [] : [html`pattern <code>${pattern}</code>`]),
    ...('default' in node ? [html`default ${literal(node.default)}`] : []),
    ...exampleOf(node),
  ];
}

/**
 * Returns the schema's example. Returns undefined if the example is long or a boolean, or if the schema only
 * allows fixed values.
 */
function exampleOf({ examples, enum: values, const: value }: SchemaNode): Html[] {
  const [example] = examples ?? [];
  if (example === undefined || example === null || values || value !== undefined) return [];
  const text = JSON.stringify(example);
  return text.length > 80 || typeof example === 'boolean' ? [] : [html`for example <code>${text}</code>`];
}
