/** Addresses from outside that may become a link or a picture. */
import * as z from 'zod';

/** The address when it is http or https, else undefined: a link to `javascript:` would run code. */
export function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** Its host stands in the page's policy, so it may hold nothing but letters, digits, dots and hyphens. */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
export const logoAddress = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(2048)
  .refine((text) => !hasCredentials(text) && URL.canParse(text) && PLAIN_HOST.test(new URL(text).hostname), {
    error: 'must be the address of a host name, without a name or password',
  });

/** Whether the address has a name or password in it. */
export function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}
