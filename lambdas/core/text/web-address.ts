/** Validates external URLs before they are used for links or images. */
import * as z from 'zod';
import { isPlainLine } from './text.ts';

/**
 * Parses an http or https URL. Returns undefined for other schemes because a link to `javascript:` would run
 * code.
 */
export function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/**
 * The host is inserted into the page's content security policy, so it must consist of letters, digits, dots
 * and hyphens.
 */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
export const logoAddress = urlText(
  z.url({
    protocol: /^https$/,
    error: 'must be an https URL, for example https://www.example.com/logo.png',
  }),
).refine((text) => !hasCredentials(text) && URL.canParse(text) && PLAIN_HOST.test(new URL(text).hostname), {
  error: 'must be a URL with a host name and no user name or password',
});

/** The URL of a page that visitors are redirected to. */
export const pageAddress = urlText(
  z.url({
    protocol: /^https?$/,
    error: 'must be an http or https URL, for example https://www.example.com/thanks',
  }),
).refine((text) => !hasCredentials(text), { error: 'must not contain a user name or password' });

/** Rejects line breaks, which zod's URL schema would silently remove. */
function urlText(url: z.ZodURL) {
  return z
    .string()
    .max(2048)
    .refine(isPlainLine, { error: 'must be a single line without control characters' })
    .pipe(url)
    .meta({ format: 'uri' });
}

/** Checks whether a URL with slashes contains a user name or password, even empty ones. */
export const hasCredentials = (text: string): boolean => /^[a-z]+:[\\/]*[^\\/?#]*@/i.test(text.trim());
