/** Describes the headers of requests and responses. */
import { languages } from '../../core/language.ts';
import type { Operation, RequestHeader, ResponseHeader } from '../../http/operation.ts';
import { componentRef } from './component-reference.ts';
import { FORM_ID } from './schemas/example-ids.ts';
import type { Header, Reference } from './openapi-types.ts';

/** The header of every response that identifies the request. */
export const REQUEST_ID = 'x-request-id';
const ETAG = '"k2n0d1v8Q4s"';

export const requestHeaders: Readonly<Record<RequestHeader, Header>> = {
  'idempotency-key': {
    description:
      'Any unique text. A second post to the form with the same key within 24 hours stores nothing and responds with the id of the first.',
    schema: { type: 'string' },
    example: '5f1a4c0e-9b1d-4b53-8e1c-0a6f4d2f7c11',
  },
  'if-match': {
    description:
      'The `etag` under which the resource was read, or several of them: if its owner has changed it since, nothing is changed and the response is 412 `precondition-failed`. `*` asks only that it exists.',
    schema: { type: 'string' },
    example: ETAG,
  },
  'if-none-match': {
    description:
      'The `etag` of an earlier response: if nothing has changed since, the response is 304 without a body.',
    schema: { type: 'string' },
    example: ETAG,
  },
};

export type AnyResponseHeader = ResponseHeader | typeof REQUEST_ID;

export const responseHeaders: Readonly<Record<AnyResponseHeader, Header>> = {
  [REQUEST_ID]: {
    description: 'Identifies the request; include it when you ask for help.',
    required: true,
    schema: { type: 'string' },
    example: 'Zw2m1jqnIAMEPTg=',
  },
  'set-cookie': {
    description: 'The cookie of the session, or of a sign-in that has begun. Scripts cannot read it.',
    schema: { type: 'string' },
    example: '__Host-svc-session=…; Secure; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800',
  },
  'accept-encoding': {
    description: 'The ways in which a request body may be compressed (RFC 7694).',
    required: true,
    schema: { type: 'string' },
    example: 'gzip, deflate, br',
  },
  allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, PATCH',
  },
  'cache-control': {
    description: 'For how long the response may be cached.',
    required: true,
    schema: { type: 'string' },
    example: 'no-store',
  },
  'content-disposition': {
    description: 'The name under which to save the file.',
    required: true,
    schema: { type: 'string' },
    example: 'attachment; filename="contact-2026-11-20.csv"',
  },
  'content-language': {
    description: 'The language of the messages in the response.',
    required: true,
    schema: { type: 'string', enum: [...languages] },
    example: 'de',
  },
  'content-location': {
    description: 'The address of exactly this content.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/forms.js/6f1c2a9be04d7783.js',
  },
  'content-security-policy': {
    description: 'What a page may run and load.',
    required: true,
    schema: { type: 'string' },
    example: "default-src 'none'",
  },
  'cross-origin-opener-policy': {
    description: 'Keeps pages that this one opens, and those that opened it, from reaching it.',
    required: true,
    schema: { type: 'string' },
    example: 'same-origin',
  },
  etag: {
    description: 'Changes with the content.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]*"$' },
    example: ETAG,
  },
  location: {
    description: 'The address of the resource.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: `/v1/forms/${FORM_ID}`,
  },
  'permissions-policy': {
    description: 'Devices and abilities that the page does without.',
    required: true,
    schema: { type: 'string' },
    example: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  },
  pragma: {
    description: 'For caches of HTTP/1.0 (RFC 6749, section 5.1).',
    required: true,
    schema: { type: 'string', const: 'no-cache' },
    example: 'no-cache',
  },
  'referrer-policy': {
    description: 'No other website learns this address.',
    required: true,
    schema: { type: 'string', enum: ['no-referrer', 'same-origin'] },
    example: 'no-referrer',
  },
  'retry-after': {
    description: 'Seconds after which trying again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  vary: {
    description: 'The request headers that the response depends on.',
    required: true,
    schema: { type: 'string' },
    example: 'accept-encoding',
  },
  'x-content-type-options': {
    description: 'Browsers must not guess another content type.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
    example: 'nosniff',
  },
  'www-authenticate': {
    description: 'How to authenticate, and what an access token lacks (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

/** Which headers a response has: true for those that it always has. */
export type ResponseHeaders = Readonly<Partial<Record<AnyResponseHeader, boolean>>>;

/** The headers of all responses of an operation. */
export function headersOfAll({ path, pages }: Pick<Operation, 'path' | 'pages'>): ResponseHeaders {
  return {
    [REQUEST_ID]: true,
    ...(pages && {
      vary: true,
      'cache-control': false,
      'content-language': false,
      'content-security-policy': false,
      'referrer-policy': false,
      'x-content-type-options': false,
    }),
    ...(isTranslated({ path }) && { 'content-language': true }),
  };
}

/** Whether its messages are in the language that its path names. */
export const isTranslated = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith('/{locale}/');

/** The headers as OpenAPI objects: by reference where they are always sent. */
export function headerObjects(of: ResponseHeaders): Record<string, Header | Reference> {
  return Object.fromEntries(
    Object.entries(of).map(([name, always]) => [
      name,
      always
        ? componentRef('headers', name)
        : { ...responseHeaders[name as AnyResponseHeader], required: false },
    ]),
  );
}
