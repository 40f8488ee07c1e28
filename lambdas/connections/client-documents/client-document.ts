/**
 * Parses the metadata documents of apps that use a URL as their client id (OAuth Client ID Metadata
 * Documents; RFC 7591, section 2). The metadata isn't verified: a document only proves that the app controls
 * its URL.
 */
import * as z from 'zod';
import { displayName } from '../../core/text/display-name.ts';
import { MINUTE, HOUR, SECOND } from '../../core/clock.ts';

/** Maximum size of a document, in bytes. */
export const MAX_DOCUMENT_BYTES = 5 * 1024;
/** How long a document without caching headers is reused, in milliseconds. */
const DEFAULT_LIFETIME = 5 * MINUTE;
/** Maximum time for which a document is reused, in milliseconds. */
const MAX_LIFETIME = HOUR;
/** Maximum number of redirect URIs, as for registered apps. */
const MAX_REDIRECT_URIS = 20;

/** The metadata that an app provides. */
export interface DescribedApp {
  /** URL of the document. */
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

const documentSchema = z.looseObject({
  client_id: z.string(),
  client_name: displayName(100),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  token_endpoint_auth_method: z.string().default('none'),
  /** Other methods that the app supports. Apps that prefer signed assertions list `none` here. */
  token_endpoint_auth_methods_supported: z.array(z.string()).default([]),
  // Documents must not contain a secret, because they are public.
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
});

/**
 * Parses a document. Returns undefined if it isn't valid JSON, belongs to another URL, contains a secret, or
 * doesn't support public clients.
 */
export function parseClientDocument(bytes: Uint8Array, url: string): DescribedApp | undefined {
  const parsed = documentSchema.safeParse(jsonOf(bytes));
  if (!parsed.success || parsed.data.client_id !== url) return undefined;
  const { client_name: name, redirect_uris, ...methods } = parsed.data;
  const offered = [methods.token_endpoint_auth_method, ...methods.token_endpoint_auth_methods_supported];
  return offered.includes('none') ? { client_id: url, name, redirect_uris } : undefined;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns true for JSON media types. */
export const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(contentType);

/**
 * Returns how long a document can be reused, in milliseconds, or 0 if it must be loaded again each time.
 * @param cacheControl the `Cache-Control` header, or an empty string if absent
 */
export function lifetimeOf(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /\bmax-age *= *"?(\d{1,10})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? DEFAULT_LIFETIME : Math.min(Number(seconds) * SECOND, MAX_LIFETIME);
}
