/**
 * Defines custom headers for a webhook's requests. Owners add them for receivers that require a token. The
 * values are stored with the signing secrets and never shown.
 */
import * as z from 'zod';
import { ValidationFailed } from '../core/errors/errors.ts';

/** Maximum number of custom headers per webhook. */
export const MAX_HEADERS = 10;

/** Matches a token as defined in RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Matches visible ASCII characters, with spaces and tabs only between them (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\x21-\x7E](?:[\t\x20-\x7E]{0,998}[\x21-\x7E])?$/;

/**
 * Names that custom headers can't use: hop-by-hop headers (RFC 9110, section 7.6.1) and headers that the
 * service sets.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'host', 'user-agent'],
]);
const RESERVED_PREFIXES = ['content-', 'x-svc-', 'webhook-'];

const isReserved = (name: string): boolean =>
  RESERVED.has(name.toLowerCase()) ||
  RESERVED_PREFIXES.some((prefix) => name.toLowerCase().startsWith(prefix));

/** Custom headers as clients send them, keyed by name. Names are stored in lowercase. */
export const headersInput = z
  .record(
    z
      .string()
      .regex(HEADER_NAME, 'must be a header name without spaces, for example x-api-key')
      .refine((name) => !isReserved(name), "is set by the service and can't be changed"),
    z
      .string()
      .regex(
        HEADER_VALUE,
        'must be 1 to 1000 visible ASCII characters; spaces are allowed only between them',
      ),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
  .refine(
    (headers) =>
      new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    'must not contain a header twice',
  )
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
  .describe(
    "Custom headers to send with each request, for example `authorization`. Their values are never returned. You can't set connection headers, `host`, `user-agent`, `content-*`, `x-svc-*` or `webhook-*`.",
  );
export type OwnHeaders = z.output<typeof headersInput>;

/**
 * Returns the secrets to remove from response excerpts: the header values and any words in them that are long
 * enough to be a token.
 */
export function secretsOfHeaders(headers: OwnHeaders = {}): string[] {
  return Object.values(headers).flatMap((value) => [
    value,
    ...value.split(/[\s,;]+/).filter((word) => word.length >= 8 && word !== value),
  ]);
}

/**
 * Prevents existing custom headers from being sent to another host. Otherwise, callers who can change the URL
 * but can't see the header values could have these values sent to any host.
 * @throws ValidationFailed
 */
export function assertHeadersStay(
  { url, header_names = [] }: { readonly url: string; readonly header_names?: readonly string[] | undefined },
  to: string,
): void {
  const { origin } = new URL(url);
  if (header_names.length === 0 || new URL(to).origin === origin) return;
  const message = `must stay on ${origin} because the custom headers are meant for it; to change it, send new "headers" as well, or {} for none`;
  throw new ValidationFailed([{ path: 'url', message }]);
}
