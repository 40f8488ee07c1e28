/** Headers that requests and answers carry. */
import type { RequestHeader, ResponseHeader } from '../http/operation.ts';
import { FORM_ID } from './schemas/example-ids.ts';
import type { Header } from './shape.ts';

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

/** Headers that belong to a problem. */
type ProblemHeader = 'allow' | 'retry-after' | 'www-authenticate';

export const responseHeaders: Readonly<Record<ResponseHeader | ProblemHeader | typeof REQUEST_ID, Header>> = {
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
  'www-authenticate': {
    description: 'How to authenticate (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
};
