/** Checks responses and webhooks against the OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../../lambdas/api/openapi/openapi-types.ts';
import { closedSchemas } from './closed-schemas.ts';

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

/** Matches headers added by the gateway, the server or HTTP itself. */
const OF_THE_TRANSPORT =
  /^(access-control-.*|apigw-requestid|connection|content-(encoding|length|type)|date|keep-alive|lambda-web-request-id|transfer-encoding)$/;

export type Contract = ReturnType<typeof contractOf>;

export function contractOf(document: OpenApiDocument) {
  const closed = closedSchemas(document);
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

  const resolve = (value: any): any =>
    value?.$ref === undefined
      ? value
      : (value.$ref as string)
          .slice(2)
          .split('/')
          .reduce<any>((at, name) => at[unescaped(name)], closed);

  /**
   * Validates a value against the schema at this location in the document. Returns the errors, or undefined
   * if the value is valid.
   */
  const faultsOf = (place: readonly string[], value: unknown): string | undefined => {
    const $ref = `openapi#/${place.map(escaped).join('/')}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };

  const checkHeaders = (
    declared: Readonly<Record<string, any>>,
    sent: Readonly<Record<string, string>>,
    fail: (what: string) => never,
  ): void => {
    for (const [name, reference] of Object.entries(declared)) {
      const header = resolve(reference);
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

  /**
   * Returns the location of a request's operation in the OpenAPI document, or undefined if the document
   * doesn't declare the operation.
   */
  const placeOf = (method: string, requested: string): string[] | undefined => {
    // Ingest accepts paths with a trailing slash.
    const path = requested.replace(/^(\/v1\/f\/.+)\/$/, '$1');
    const matching = Object.keys(closed['paths'])
      .filter((template) => matches(template, path))
      .toSorted((a, b) => variables(a) - variables(b));
    const [template] = matching;
    // HEAD works like GET without the body, and the document describes it once for all operations.
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    return template !== undefined && closed['paths'][template][verb] ? ['paths', template, verb] : undefined;
  };

  const checkBody = (
    place: readonly string[],
    content: Readonly<Record<string, any>> | undefined,
    { headers, body }: Pick<Exchange, 'headers' | 'body'>,
    fail: (what: string) => never,
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

  return {
    /**
     * Checks a response's status, headers, media type and body. If the service accepted the request, also
     * checks that the OpenAPI document allows the request body.
     * @throws ContractBroken
     */
    checkAnswer(exchange: Exchange): void {
      const { method, path, status, headers, body, requestBody } = exchange;
      const fail = (what: string): never => {
        throw new ContractBroken(`${method} ${path} → ${status} ${what}`);
      };
      if (headers['x-request-id'] === undefined) fail('lacks the header x-request-id');
      if (method === 'OPTIONS' && status === 204) return;
      const place = placeOf(method, path);
      if (!place) {
        const code = { 404: 'not-found', 405: 'method-not-allowed' }[status];
        if (code === undefined) return fail('comes from an undocumented path');
        if (status === 405 && headers['allow'] === undefined) fail('lacks the header allow');
        // Browsers can also submit forms to paths outside the document, so HTML pages are allowed as well as
        // JSON.
        if (method === 'HEAD') return;
        if (/^\/(?:v1\/)?f\//.test(path) && mediaTypeOf(headers['content-type']) === 'text/html') return;
        const problem: { code?: unknown } = JSON.parse(body.toString());
        const faults = faultsOf(['components', 'schemas', 'Problem'], problem);
        if (faults !== undefined) fail(faults);
        return problem.code === code ? undefined : fail(`has the code ${String(problem.code)}`);
      }
      const operation = place.reduce((at: any, name) => at[name], closed);
      const key = String(status);
      const reference = operation.responses[key] ?? fail('is not documented for this operation');
      const response = resolve(reference);
      const responsePlace =
        response === reference
          ? [...place, 'responses', key]
          : (reference.$ref as string).slice(2).split('/').map(unescaped);
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
        if (faults !== undefined) fail(`accepted a body that the document doesn’t allow: ${faults}`);
      }
    },

    /**
     * Checks a webhook delivery's headers and body.
     * @throws ContractBroken
     */
    checkWebhook({ headers, body }: ReceivedEvent): void {
      const type = (body as { type?: unknown }).type;
      const fail = (what: string): never => {
        throw new ContractBroken(`The webhook ${String(type)} ${what}`);
      };
      const place = ['webhooks', String(type), 'post'];
      const operation = closed['webhooks'][String(type)]?.post ?? fail('is not documented');
      const declared = Object.fromEntries(operation.parameters.map((each: any) => [each.name, each]));
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
  contentType.split(';')[0]!.trim().toLowerCase();

function matches(template: string, path: string): boolean {
  const expected = template.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith('{') ? actual[index] !== '' : part === actual[index]))
  );
}
