/** Creates the OpenAPI operation object for an operation. */
import * as z from 'zod';
import { isChange, type Operation, type Success } from '../../http/operation.ts';
import { idOnlyView } from '../../http/write-only-response.ts';
import { headerObjects, headersOfAll, requestHeaders } from './header-objects.ts';
import { componentRef } from './component-reference.ts';
import { jsonSchema } from './json-schema.ts';
import { pathParameters } from './path-parameters.ts';
import { problemResponses } from './problem-responses.ts';
import { textExamples } from './schemas/text-examples.ts';
import { namedSchemas } from './schemas/named-schemas.ts';
import type { NamedSchema } from './schemas/named-schema.ts';
import { securityOf } from './security.ts';
import type {
  Content,
  MediaType,
  OperationObject,
  Parameter,
  RequestBody,
  Response,
} from './openapi-types.ts';
import { tagOf } from './tags.ts';

export function operationObject(operation: Operation, baseUrl: string): OperationObject {
  const { name, tag, summary } = operation;
  const description = descriptionOf(operation);
  const parameters = [
    ...pathParameters(operation),
    ...queryParameters(operation),
    ...(operation.requestHeaders ?? []).map((header): Parameter => ({
      name: header,
      in: 'header',
      ...requestHeaders[header],
    })),
  ];
  const requestBody = requestBodyOf(operation);
  return {
    operationId: name,
    tags: [tagOf(tag)],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...successes(operation),
      ...Object.fromEntries(
        problemResponses(operation, baseUrl).map(({ status, name: id }) => [
          status,
          componentRef('responses', id),
        ]),
      ),
    },
  };
}

/** Adds a note to the operation's description if the operation needs two scopes. */
function descriptionOf({ description, sendsSubmissions }: Operation): string | undefined {
  if (!sendsSubmissions) return description;
  const scopes =
    'This determines where submissions are sent, so it requires the scope `read` in addition to `write`.';
  return description === undefined ? scopes : `${description}\n\n${scopes}`;
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
  required: z.array(z.string()).default([]),
});

function queryParameters({ name: operation, query }: Operation): Parameter[] {
  if (!query) return [];
  const { properties, required } = objectSchema.parse(jsonSchema(query(), 'input'));
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    if (description === undefined) throw new TypeError(`The query of ${operation} doesn't describe ${name}`);
    return { name, in: 'query', description, required: required.includes(name), schema };
  });
}

function requestBodyOf({ body, form, reads, optionalBody }: Operation): RequestBody | undefined {
  const all = Object.entries({
    ...(body && { 'application/json': body }),
    ...(form && { 'application/x-www-form-urlencoded': form }),
    ...reads,
  });
  if (all.length === 0) return undefined;
  const content = all.map(([mediaType, schema]) => [mediaType, jsonContent(schema(), 'input')] as const);
  return { required: !optionalBody, content: Object.fromEntries(content) };
}

/** Operations declare each status only once, so no response overwrites another. */
function successes(operation: Operation): Record<string, Response> {
  const { success, otherResponses = [] } = operation;
  const declared = [...(success ? [success] : []), ...otherResponses];
  const creates = declared.some(({ status }) => status === 201);
  const all = isChange(operation)
    ? declared.flatMap((response) => alsoWithoutRead(response, creates))
    : declared;
  return Object.fromEntries(
    all.map((response) => [String(response.status), successResponse(response, operation)]),
  );
}

/**
 * Adds the response for callers without the scope `read`. After a change, these callers get no stored data
 * (`withoutStoredData`). All JSON responses of an operation have the same schema, because generated clients
 * have only one type per operation.
 */
function alsoWithoutRead(response: Success, creates: boolean): Success[] {
  const { status, body, headers = [] } = response;
  if (!body) return [response];
  const full = creates ? { ...response, body: () => z.union([body(), idOnlyView]) } : response;
  if (status === 201) return [full];
  return [
    full,
    { status: 204, when: 'Success. The caller lacks the scope `read`, so there is no body.', headers },
  ];
}

function successResponse(response: Success, operation: Operation): Response {
  const { status, when, headers = [] } = response;
  const content = contentOf(response, operation.pages);
  const own = Object.fromEntries(headers.map((header) => [header, true]));
  return {
    description: when ?? DESCRIPTIONS[status] ?? `Status ${status}`,
    headers: headerObjects({ ...headersOfAll(operation), ...own }),
    ...(content && { content }),
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Success. There is no body.',
};

/** Bodies that aren't text have the format `binary`, so that generated clients don't decode them. */
const schemaOfMedia = (type: string): MediaType['schema'] =>
  type in textExamples || /^(text\/|image\/svg\+xml)/.test(type)
    ? { type: 'string' }
    : { type: 'string', format: 'binary' };

function contentOf({ body, list, media = [] }: Success, pages?: boolean): Content | undefined {
  const content: Record<string, MediaType> = {};
  if (body) content['application/json'] = list ? listContent(body()) : jsonContent(body(), 'output');
  for (const type of [...media, ...(body && pages ? ['text/html'] : [])]) {
    content[type] = { schema: schemaOfMedia(type), ...textExamples[type] };
  }
  return Object.keys(content).length === 0 ? undefined : content;
}

/**
 * Describes a page of a list: the items in `data` and the cursor for the next page (docs/specification.md,
 * "Pagination").
 */
function listContent(row: z.ZodType): MediaType {
  const [named] = namesIn(row);
  return {
    schema: {
      type: 'object',
      properties: {
        data: {
          type: 'array',
          items: jsonSchema(row, 'output'),
          description: 'The rows of this page, newest first.',
        },
        next_cursor: {
          type: ['string', 'null'],
          description: 'Send this as `cursor` to get the next page; null on the last page.',
        },
      },
      required: ['data', 'next_cursor'],
    },
    ...(named && { example: { data: [named.example], next_cursor: null } }),
  };
}

function jsonContent(schema: z.ZodType, io: 'input' | 'output'): MediaType {
  const examples = namesIn(schema).map(({ id, example }) => [id, { value: example }] as const);
  return {
    schema: jsonSchema(schema, io),
    ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
  };
}

/** Returns the schema if it is a named schema, or the named variants of a union. */
function namesIn(schema: z.ZodType): NamedSchema[] {
  const named = namedSchemas.find((each) => each.schema === schema);
  if (named) return [named];
  return schema instanceof z.ZodUnion ? schema.options.flatMap((each) => namesIn(each as z.ZodType)) : [];
}
