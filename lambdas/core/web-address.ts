/** Validates external URLs that may be used for links or images. */
import * as z from 'zod';

/**
 * Parses an http or https URL. Returns undefined for other schemes, because a link to `javascript:` would run
 * code.
 */
export function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/**
 * The host is inserted into the page's content security policy, so it may only contain letters, digits, dots
 * and hyphens.
 */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
export const logoAddress = z
  .url({ protocol: /^https$/, error: 'must be an https URL, for example https://www.example.com/logo.png' })
  .max(2048)
  .refine((text) => !hasCredentials(text) && URL.canParse(text) && PLAIN_HOST.test(new URL(text).hostname), {
    error: 'must be a URL with a host name and no user name or password',
  });

/** Returns true if the URL contains a user name or password. */
export function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}
