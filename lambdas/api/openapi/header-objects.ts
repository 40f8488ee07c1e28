/** Describes request and response headers. */
import { languages } from '../../core/text/language.ts';
import type { Operation, RequestHeader, ResponseHeader } from '../../http/operation.ts';
import { componentRef } from './component-reference.ts';
import { FORM_ID } from './schemas/example-ids.ts';
import type { Header, Reference } from './openapi-types.ts';

/** Header with the request id, which every response includes. */
export const REQUEST_ID = 'x-request-id';
const ETAG = '"k2n0d1v8Q4s"';

export const requestHeaders: Readonly<Record<RequestHeader, Header>> = {
  'idempotency-key': {
    description:
      'Any unique string. If you send the same key to the form again within 24 hours, no new submission is stored, and the response has the ID of the first submission.',
    schema: { type: 'string' },
    example: '5f1a4c0e-9b1d-4b53-8e1c-0a6f4d2f7c11',
  },
  'if-match': {
    description:
      'One or more `etag` values from when you read the resource. If the resource has changed since then, the request is rejected with 412 `precondition-failed`. Use `*` to only require that the resource exists.',
    schema: { type: 'string' },
    example: ETAG,
  },
  'if-none-match': {
    description:
      'The `etag` of an earlier response. If nothing has changed since, the response is 304 without a body.',
    schema: { type: 'string' },
    example: ETAG,
  },
};

export type AnyResponseHeader = ResponseHeader | typeof REQUEST_ID;

export const responseHeaders: Readonly<Record<AnyResponseHeader, Header>> = {
  [REQUEST_ID]: {
    description: 'Identifies the request. Include it when you ask for help.',
    required: true,
    schema: { type: 'string' },
    example: 'Zw2m1jqnIAMEPTg=',
  },
  'set-cookie': {
    description: "The cookie for a session or for a sign-in in progress. Scripts can't read it.",
    schema: { type: 'string' },
    example: '__Host-svc-session=…; Secure; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800',
  },
  'accept-encoding': {
    description: 'Supported compression methods for request bodies (RFC 7694).',
    required: true,
    schema: { type: 'string' },
    example: 'gzip, deflate, br',
  },
  allow: {
    description: 'Methods that the path supports.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, PATCH',
  },
  'cache-control': {
    description: 'Who may cache the response, and for how long.',
    required: true,
    schema: { type: 'string' },
    example: 'no-store',
  },
  'content-disposition': {
    description: 'Suggested name for the downloaded file.',
    required: true,
    schema: { type: 'string' },
    example: 'attachment; filename="contact-2026-11-20.csv"',
  },
  'content-language': {
    description: 'Language of the messages in the response.',
    required: true,
    schema: { type: 'string', enum: [...languages] },
    example: 'de',
  },
  'content-location': {
    description: 'Permanent URL of this version of the content.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/forms.js/6f1c2a9be04d7783.js',
  },
  'content-security-policy': {
    description: 'Restricts the scripts and resources that the page can load.',
    required: true,
    schema: { type: 'string' },
    example: "default-src 'none'",
  },
  'cross-origin-opener-policy': {
    description: 'Isolates the page from pages that it opens, and from pages that opened it.',
    required: true,
    schema: { type: 'string' },
    example: 'same-origin',
  },
  etag: {
    description: 'Changes when the content changes.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]*"$' },
    example: ETAG,
  },
  location: {
    description: 'URL of the resource.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: `/v1/forms/${FORM_ID}`,
  },
  'permissions-policy': {
    description: 'Browser features that are disabled for the page.',
    required: true,
    schema: { type: 'string' },
    example: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  },
  link: {
    description: 'Related documents, such as the same page as Markdown (RFC 8288).',
    required: true,
    schema: { type: 'string' },
    example: '</llms.txt>; rel="describedby"',
  },
  pragma: {
    description: 'For HTTP/1.0 caches (RFC 6749, section 5.1).',
    required: true,
    schema: { type: 'string', const: 'no-cache' },
    example: 'no-cache',
  },
  'referrer-policy': {
    description: 'Prevents other websites from seeing this URL.',
    required: true,
    schema: { type: 'string', enum: ['no-referrer', 'same-origin'] },
    example: 'no-referrer',
  },
  'retry-after': {
    description: 'Number of seconds to wait before you retry.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  'strict-transport-security': {
    description: 'Tells browsers to only use https for this host (RFC 6797). Sent if the service uses https.',
    required: true,
    schema: { type: 'string' },
    example: 'max-age=31536000',
  },
  vary: {
    description: 'Request headers that affect the response.',
    required: true,
    schema: { type: 'string' },
    example: 'accept-encoding',
  },
  'x-robots-tag': {
    description: 'Tells search engines not to list the page; absent if the form allows it.',
    schema: { type: 'string' },
    example: 'noindex',
  },
  'x-content-type-options': {
    description: 'Prevents browsers from guessing another content type.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
    example: 'nosniff',
  },
  'www-authenticate': {
    description: 'How to authenticate, and which scope an access token lacks (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

/** Response headers by name. True means that the header is always sent. */
export type ResponseHeaders = Readonly<Partial<Record<AnyResponseHeader, boolean>>>;

/** Returns the headers that all responses of an operation have in common. */
export function headersOfAll({ path, pages }: Pick<Operation, 'path' | 'pages'>): ResponseHeaders {
  return {
    [REQUEST_ID]: true,
    'cache-control': true,
    'strict-transport-security': false,
    'x-content-type-options': true,
    // Error pages always have this header. Other operations share the descriptions of their problem
    // responses, so those descriptions list the header as optional.
    vary: pages === true,
    ...(pages && {
      'x-robots-tag': false,
      'content-language': false,
      'content-security-policy': false,
      'referrer-policy': false,
    }),
    ...(isTranslated({ path }) && { 'content-language': true }),
  };
}

/** Returns true if the operation's messages are in the language given in its path. */
export const isTranslated = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith('/{locale}/');

/** Returns the headers as OpenAPI objects. Headers that are always sent become references. */
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
