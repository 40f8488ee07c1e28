/**
 * The headers that an owner adds to the requests of a webhook, for receivers that want a token. Their values are
 * secrets: they are stored with the signing secrets and shown nowhere.
 */
import * as z from 'zod';

/** How many headers a webhook may have. */
export const MAX_HEADERS = 10;

/** A token of RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII with blanks inside (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\x21-\x7E](?:[\t\x20-\x7E]{0,998}[\x21-\x7E])?$/;

/** Headers of one connection (RFC 9110, section 7.6.1), and those that the service itself sets. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'host', 'user-agent'],
]);
const RESERVED_PREFIXES = ['content-', 'x-svc-', 'webhook-'];

const isReserved = (name: string): boolean =>
  RESERVED.has(name.toLowerCase()) ||
  RESERVED_PREFIXES.some((prefix) => name.toLowerCase().startsWith(prefix));

/** What clients send: the headers by their names, which are kept in lower case. */
export const headersInput = z
  .record(
    z
      .string()
      .regex(HEADER_NAME, 'is not the name of a header')
      .refine((name) => !isReserved(name), 'is a header that the service sets itself'),
    z
      .string()
      .regex(HEADER_VALUE, 'must be 1 to 1000 visible ASCII characters, with blanks between them only'),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `must be at most ${MAX_HEADERS} headers`)
  .refine(
    (headers) =>
      new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    'must name each header once',
  )
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
  .describe(
    'Headers that are sent with each request, such as `authorization`; their values are never shown. Not those of the connection, `host`, `user-agent`, `content-*`, `x-svc-*` and `webhook-*`.',
  );
export type OwnHeaders = z.output<typeof headersInput>;

/**
 * What must not be in an excerpt of a response: the values, and the words of them that are long enough to be a token,
 * as `Bearer abc` has two.
 */
export function secretsOfHeaders(headers: OwnHeaders = {}): string[] {
  return Object.values(headers).flatMap((value) => [
    value,
    ...value.split(/[\s,;]+/).filter((word) => word.length >= 8 && word !== value),
  ]);
}
