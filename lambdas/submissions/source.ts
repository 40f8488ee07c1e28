/**
 * Determines a submission's source from the request's headers: the page that contains the form, and the
 * submitter's language.
 */
import * as z from 'zod';

/**
 * Maximum length of the page's URL, in characters. The header needs a limit, because it is untrusted and
 * stored with every submission.
 */
const MAX_ADDRESS_LENGTH = 300;
const MAX_LANGUAGE_LENGTH = 35;

/** The source as stored. Omits missing or invalid values to save space. */
export const source = z.object({
  /** The `Origin` header. Omitted if the referrer starts with it. */
  origin: z.string().optional(),
  /** The `Referer` header, without its query and fragment. */
  referrer: z.string().optional(),
  /** The most preferred language in the `Accept-Language` header. */
  language: z.string().optional(),
  /**
   * For imported submissions, the original backend (or the file format if the backend is unknown) and the
   * time of the import.
   */
  imported_from: z.string().optional(),
  imported_at: z.string().optional(),
});
export type Source = z.infer<typeof source>;

const member = (text: string) => z.string().nullable().describe(text);

/** The source as shown by the management API. */
export const sourceView = z.object({
  page: member(
    'Page that contains the form, without query and fragment: the referrer if it belongs to the `Origin`, otherwise only the `Origin`.',
  ),
  referrer: member('The `Referer` header, without query and fragment.'),
  language: member("The browser's preferred language, for example `de-AT`."),
  imported_from: z
    .string()
    .optional()
    .describe('Backend that the submission was imported from, or else the format of the file.'),
  imported_at: z.string().optional().describe('When the submission was imported.'),
});
export type SourceView = z.infer<typeof sourceView>;

/**
 * Determines the source from the headers. Returns undefined if the headers contain no information about the
 * source.
 */
export function sourceOf(headers: Readonly<Record<string, string | undefined>>): Source | undefined {
  const from = webAddress(headers['origin']);
  const referrer = webAddress(headers['referer']);
  const language = preferredTag(headers['accept-language']);
  const origin = from?.origin === referrer?.origin ? undefined : from?.origin;
  const found = {
    ...(origin !== undefined && { origin: origin.slice(0, MAX_ADDRESS_LENGTH) }),
    ...(referrer && { referrer: `${referrer.origin}${referrer.pathname}`.slice(0, MAX_ADDRESS_LENGTH) }),
    ...(language !== undefined && { language }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

/**
 * Returns the source as shown by the API. If the referrer's origin differs, the referrer isn't the form's
 * page, so `page` contains only the origin.
 */
export function toSourceView({
  origin,
  referrer,
  language,
  imported_from,
  imported_at,
}: Source = {}): SourceView {
  return {
    page: origin ?? referrer ?? null,
    referrer: referrer ?? null,
    language: language ?? null,
    ...(imported_from !== undefined && { imported_from, imported_at }),
  };
}

/**
 * Parses a web URL. The result's `origin` and `pathname` never contain a query, fragment, user name or
 * password.
 */
function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/**
 * Returns the language tag with the highest weight. If there is a tie, returns the first one (RFC 9110,
 * section 12.5.4).
 */
function preferredTag(acceptLanguage = ''): string | undefined {
  let preferred: { tag: string; weight: number } | undefined;
  for (const range of acceptLanguage.slice(0, 1000).split(',')) {
    const [, tag, q] =
      /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range) ?? [];
    const weight = q === undefined ? 1 : Number(q);
    if (tag === undefined || tag.length > MAX_LANGUAGE_LENGTH || weight === 0) continue;
    if (!preferred || weight > preferred.weight) preferred = { tag, weight };
  }
  return preferred?.tag;
}
