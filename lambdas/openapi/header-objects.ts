/** Headers that requests and answers carry. */
import { languages } from '../i18n/catalogue.ts';
import type { Operation, RequestHeader, ResponseHeader } from '../http/operation.ts';
import { componentRef } from './component-reference.ts';
import { FORM_ID } from './schemas/example-ids.ts';
import type { Header, Reference } from './openapi-types.ts';

/** Of every answer (DESIGN section 3). */
export const REQUEST_ID = 'x-request-id';
const ETAG = '"k2n0d1v8Q4s"';

export const requestHeaders: Readonly<Record<RequestHeader, Header>> = {
  'idempotency-key': {
    description:
      'Any unique text. A second post to the form with the same key within 24 hours stores nothing and answers the id of the first.',
    schema: { type: 'string' },
    example: '5f1a4c0e-9b1d-4b53-8e1c-0a6f4d2f7c11',
  },
  'if-none-match': {
    description:
      'The `etag` of an earlier answer: if nothing has changed since, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: ETAG,
  },
};

export type AnyResponseHeader = ResponseHeader | typeof REQUEST_ID;

export const responseHeaders: Readonly<Record<AnyResponseHeader, Header>> = {
  [REQUEST_ID]: {
    description: 'Names the request; say it when you ask for help.',
    required: true,
    schema: { type: 'string' },
    example: 'Zw2m1jqnIAMEPTg=',
  },
  allow: {
    description: 'The methods that the path does answer.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, PATCH',
  },
  'cache-control': {
    description: 'For how long the answer may be kept.',
    required: true,
    schema: { type: 'string' },
    example: 'no-store',
  },
  'content-disposition': {
    description: 'Under which name to save it.',
    required: true,
    schema: { type: 'string' },
    example: 'attachment; filename="contact-2026-11-20.csv"',
  },
  'content-language': {
    description: 'The language in which the answer speaks to people.',
    required: true,
    schema: { type: 'string', enum: [...languages] },
    example: 'de',
  },
  'content-security-policy': {
    description: 'Of a page: it runs no script and loads nothing.',
    required: true,
    schema: { type: 'string' },
    example: "default-src 'none'",
  },
  etag: {
    description: 'Changes with the content.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]*"$' },
    example: ETAG,
  },
  location: {
    description: 'Where it is.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: `/v1/forms/${FORM_ID}`,
  },
  pragma: {
    description: 'For caches of HTTP/1.0 (RFC 6749, section 5.1).',
    required: true,
    schema: { type: 'string', const: 'no-cache' },
    example: 'no-cache',
  },
  'referrer-policy': {
    description: 'Nothing is told to where it leads.',
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
    example: 'no-referrer',
  },
  'retry-after': {
    description: 'Seconds after which trying again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  vary: {
    description: 'The request headers that the answer depends on.',
    required: true,
    schema: { type: 'string' },
    example: 'accept-encoding',
  },
  'x-content-type-options': {
    description: 'It is what it says it is.',
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

/** Which headers an answer has: true for those that it always has. */
export type AnswerHeaders = Readonly<Partial<Record<AnyResponseHeader, boolean>>>;

/** Headers that all answers of an operation have. */
export function headersOfAll({ path, pages }: Pick<Operation, 'path' | 'pages'>): AnswerHeaders {
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

/** Whether it speaks the language that its path names. */
export const isTranslated = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith('/{locale}/');

/** The headers as the document has them: by reference those that are always there. */
export function headerObjects(of: AnswerHeaders): Record<string, Header | Reference> {
  return Object.fromEntries(
    Object.entries(of).map(([name, always]) => [
      name,
      always
        ? componentRef('headers', name)
        : { ...responseHeaders[name as AnyResponseHeader], required: false },
    ]),
  );
}
