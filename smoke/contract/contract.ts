/** Validates responses and webhooks against a service's OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod';
import { closedSchemas } from './closed-schemas.ts';
import {
  openapiDocument,
  type Content,
  type HeaderObject,
  type Reference,
  type ResponseObject,
} from './openapi-document.ts';

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** Path without the query string. */
  readonly path: string;
  readonly requestBody?: { readonly contentType: string; readonly text: string } | undefined;
  /**
   * True if the request had an `Idempotency-Key` header. In that case, the response can be a replay, for
   * which the service doesn't read the request body.
   */
  readonly hasIdempotencyKey?: boolean;
  readonly status: number;
  /** Response headers, keyed by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceivedEvent {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** Thrown when a request, response or webhook doesn't match the OpenAPI document. */
export class ContractBroken extends Error {
  override readonly name = 'ContractBroken' as const;
}

/** Matches headers added by CloudFront, the gateway, the server or HTTP itself. */
const OF_THE_TRANSPORT =
  /^(access-control-.*|age|alt-svc|apigw-requestid|connection|content-(encoding|length|type)|date|keep-alive|lambda-web-request-id|server|transfer-encoding|via|x-amz-cf-.*|x-amzn-.*|x-cache)$/;

const problemCode = z.looseObject({ code: z.unknown() });

export type Contract = ReturnType<typeof contractOf>;
type Fail = (what: string) => never;

/**
 * Returns functions that validate a service's responses and webhooks.
 * @param document the service's OpenAPI document, parsed from JSON
 * @throws ZodError if the value isn't an OpenAPI document
 */
export function contractOf(document: unknown) {
  const closed = closedSchemas(openapiDocument.parse(document));
  // Most schemas only validate a few responses, so optimizing their code would take longer than it saves.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, allErrors: true, code });
  addFormats.default(ajv);
  // Accept everything that `URL` can parse, including non-ASCII letters.
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addSchema(closed, 'openapi');
  // Header values are always strings, so validation converts strings that contain a number.
  const headerAjv = new Ajv2020({ strict: false, coerceTypes: true, code });
  addFormats.default(headerAjv);

  /**
   * Validates a value against the schema at this location in the document. Returns the errors, or undefined
   * if the value is valid.
   */
  const faultsOf = (place: readonly string[], value: unknown): string | undefined => {
    const $ref = `openapi#/${place.map(escaped).join('/')}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };

  const headerOf = (header: HeaderObject | Reference): HeaderObject =>
    isReference(header) ? found(closed.components.headers, header) : header;
  const responseOf = (response: ResponseObject | Reference): ResponseObject =>
    isReference(response) ? found(closed.components.responses, response) : response;

  const checkHeaders = (
    declared: Readonly<Record<string, HeaderObject | Reference>>,
    sent: Readonly<Record<string, string>>,
    fail: Fail,
  ): void => {
    for (const [name, reference] of Object.entries(declared)) {
      const header = headerOf(reference);
      const value = sent[name];
      if (value === undefined) {
        if (header.required === true) fail(`lacks the header ${name}`);
      } else {
        const isRight: boolean = headerAjv.validate(header.schema, value);
        if (!isRight) fail(`has the invalid header ${name}: ${value} (${headerAjv.errorsText()})`);
      }
    }
    const unknown = Object.keys(sent).filter((name) => !(name in declared) && !OF_THE_TRANSPORT.test(name));
    if (unknown.length > 0) fail(`has undocumented headers: ${unknown.join(', ')}`);
  };

  /** Returns a request's operation and its path in the document, or undefined if it isn't declared. */
  const operationOf = (method: string, requested: string) => {
    // Ingest accepts paths with a trailing slash.
    const path = requested.replace(/^(\/v1\/f\/.+)\/$/, '$1');
    const [template] = Object.keys(closed.paths)
      .filter((each) => matches(each, path))
      .toSorted((a, b) => variables(a) - variables(b));
    // HEAD works like GET without the body, and the document describes it once for all operations.
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = template === undefined ? undefined : closed.paths[template]?.[verb];
    return template !== undefined && operation && { operation, place: ['paths', template, verb] };
  };

  const checkBody = (
    place: readonly string[],
    content: Content | undefined,
    { headers, body }: Pick<Exchange, 'headers' | 'body'>,
    fail: Fail,
  ): void => {
    if (!content) {
      if (body.length > 0) fail(`has a body of ${body.length} bytes, but no body is documented`);
      return;
    }
    const mediaType = mediaTypeOf(headers['content-type']);
    if (!(mediaType in content))
      return fail(
        `has the type ${mediaType}, but the documented types are ${Object.keys(content).join(', ')}`,
      );
    const value: unknown = isJson(mediaType) ? JSON.parse(body.toString()) : body.toString();
    const faults = faultsOf([...place, 'content', mediaType, 'schema'], value);
    if (faults !== undefined) fail(`has an invalid body: ${faults}\n${body.toString().slice(0, 2000)}`);
  };

  /** Checks a response for a path or method that isn't in the document. */
  const checkUndeclared = ({ method, status, headers, body }: Exchange, fail: Fail): void => {
    const expected = { 404: 'not-found', 405: 'method-not-allowed' }[status];
    if (expected === undefined) return fail('comes from an undocumented path');
    if (status === 405 && headers['allow'] === undefined) fail('lacks the header allow');
    // Browsers get a page instead of JSON.
    if (method === 'HEAD' || mediaTypeOf(headers['content-type']) === 'text/html') return;
    const problem = problemCode.parse(JSON.parse(body.toString()));
    const faults = faultsOf(['components', 'schemas', 'Problem'], problem);
    if (faults !== undefined) fail(faults);
    if (problem.code !== expected) fail(`has the code ${String(problem.code)}`);
  };

  return {
    /**
     * Checks a response's status, headers, media type and body. If the service accepted the request, also
     * checks that the OpenAPI document allows the request body.
     * @throws ContractBroken
     */
    checkAnswer(exchange: Exchange): void {
      const { method, path, status, headers, body, requestBody } = exchange;
      const fail: Fail = (what) => {
        throw new ContractBroken(`${method} ${path} → ${status} ${what}`);
      };
      if (headers['x-request-id'] === undefined) fail('lacks the header x-request-id');
      if (method === 'OPTIONS' && status === 204) return;
      const declared = operationOf(method, path);
      if (!declared) {
        checkUndeclared(exchange, fail);
        return;
      }
      const { operation, place } = declared;
      const key = String(status);
      const reference = operation.responses[key] ?? fail('is not documented for this operation');
      const response = responseOf(reference);
      const responsePlace = isReference(reference) ? placeOf(reference) : [...place, 'responses', key];
      checkHeaders(response.headers ?? {}, headers, fail);
      if (method !== 'HEAD') checkBody(responsePlace, response.content, { headers, body }, fail);
      else if (body.length > 0) fail(`has a body of ${body.length} bytes`);

      const hasReadBody = status === 201 || (status < 300 && exchange.hasIdempotencyKey !== true);
      if (requestBody && hasReadBody) {
        const mediaType = mediaTypeOf(requestBody.contentType);
        const content = operation.requestBody?.content ?? fail('accepted a body, but no body is documented');
        if (!(mediaType in content)) fail(`accepted the undocumented type ${mediaType}`);
        if (!isJson(mediaType)) return;
        const schema = [...place, 'requestBody', 'content', mediaType, 'schema'];
        const faults = faultsOf(schema, JSON.parse(requestBody.text));
        if (faults !== undefined) fail(`accepted a body that the document doesn't allow: ${faults}`);
      }
    },

    /**
     * Checks a webhook delivery's headers and body.
     * @throws ContractBroken
     */
    checkWebhook({ headers, body }: ReceivedEvent): void {
      const type = String((body as { type?: unknown }).type);
      const fail: Fail = (what) => {
        throw new ContractBroken(`The webhook ${type} ${what}`);
      };
      const place = ['webhooks', type, 'post'];
      const operation = closed.webhooks[type]?.['post'] ?? fail('is not documented');
      const declared = Object.fromEntries(operation.parameters?.map((each) => [each.name, each]) ?? []);
      const sent = Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value === undefined || name === 'host' ? [] : [[name, String(value)]],
        ),
      );
      checkHeaders(declared, sent, fail);
      const faults = faultsOf([...place, 'requestBody', 'content', 'application/json', 'schema'], body);
      if (faults !== undefined) fail(`has an invalid body: ${faults}`);
    },
  };
}

const escaped = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
const variables = (template: string): number => template.split('{').length;
const mediaTypeOf = (contentType = 'no media type'): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase();

const isReference = (value: object): value is Reference => '$ref' in value;
const placeOf = ({ $ref }: Reference): string[] => $ref.slice(2).split('/').map(unescaped);

/** Returns the component that a reference such as `#/components/headers/etag` points to. */
function found<Component>(components: Readonly<Record<string, Component>>, reference: Reference): Component {
  const component = components[placeOf(reference).at(-1) ?? ''];
  if (component === undefined) throw new ContractBroken(`The document has no ${reference.$ref}`);
  return component;
}

function matches(template: string, path: string): boolean {
  const expected = template.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith('{') ? actual[index] !== '' : part === actual[index]))
  );
}
