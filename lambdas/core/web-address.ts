/** Addresses from outside that may become a link. */

/** The address when it is http or https, else undefined: a link to `javascript:` would run code. */
export function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}
