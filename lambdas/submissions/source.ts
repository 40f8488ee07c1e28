/** Where a post came from, as its headers say: the page with the form, and the language of the person who filled it in. */
import * as z from 'zod';

/** Longest address and language tag that are kept. Both are untrusted, and stored with every submission. */
const LONGEST_ADDRESS = 300;
const LONGEST_LANGUAGE = 35;

/** As it is stored: what is absent or not readable takes no space. */
export const source = z.object({
  /** `Origin`, when the referrer does not begin with it. */
  origin: z.string().optional(),
  /** `Referer`, without query and fragment. */
  referrer: z.string().optional(),
  /** The preferred language of `Accept-Language`. */
  language: z.string().optional(),
});
export type Source = z.infer<typeof source>;

const member = (text: string) => z.string().nullable().describe(text);

/** As the management API shows it. */
export const sourceView = z.object({
  page: member(
    'The page that the form is on, without query and fragment: the referrer when it is a page of the `Origin`, otherwise the `Origin` alone.',
  ),
  referrer: member('The `Referer` header, without query and fragment.'),
  language: member('The language that the browser prefers, such as `de-AT`.'),
});
export type SourceView = z.infer<typeof sourceView>;

/** What these headers say; undefined when they say nothing. */
export function sourceOf(headers: Readonly<Record<string, string | undefined>>): Source | undefined {
  const from = webAddress(headers['origin']);
  const referrer = webAddress(headers['referer']);
  const language = preferredTag(headers['accept-language']);
  const origin = from?.origin === referrer?.origin ? undefined : from?.origin;
  const found = {
    ...(origin !== undefined && { origin: origin.slice(0, LONGEST_ADDRESS) }),
    ...(referrer && { referrer: `${referrer.origin}${referrer.pathname}`.slice(0, LONGEST_ADDRESS) }),
    ...(language !== undefined && { language }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

/** A referrer that is no page of the origin is not the page of the form: the origin itself says more. */
export function toSourceView({ origin, referrer, language }: Source = {}): SourceView {
  return { page: origin ?? referrer ?? null, referrer: referrer ?? null, language: language ?? null };
}

/** A page of the web: its `origin` and `pathname` hold neither query nor fragment nor a name and password. */
function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** The language tag with the highest weight, the first of several (RFC 9110, section 12.5.4). */
function preferredTag(acceptLanguage = ''): string | undefined {
  let preferred: { tag: string; weight: number } | undefined;
  for (const range of acceptLanguage.slice(0, 1000).split(',')) {
    const [, tag, q] =
      /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range) ?? [];
    const weight = q === undefined ? 1 : Number(q);
    if (tag === undefined || tag.length > LONGEST_LANGUAGE || weight === 0) continue;
    if (!preferred || weight > preferred.weight) preferred = { tag, weight };
  }
  return preferred?.tag;
}
