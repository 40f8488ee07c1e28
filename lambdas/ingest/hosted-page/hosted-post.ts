/** Recognizes submissions from a form's hosted page. */
import { websiteOf, type NextPages } from '../../form-pages/form-website.ts';
import { webAddress } from '../../core/text/web-address.ts';
import type { IngestForm } from '../../forms/form.ts';

/**
 * Returns true if the service's own origin sent the request to a form that has a hosted page. Browsers send
 * `Origin` with every cross-origin POST, so a POST without `Origin` also counts, unless its referrer is
 * another site.
 */
export function isFromHostedPage(
  { page }: Pick<IngestForm, 'page'>,
  { headers }: { readonly headers: Readonly<Record<string, string | undefined>> },
  baseUrl: string,
): boolean {
  if (!page.enabled) return false;
  const own = new URL(baseUrl).origin;
  const { origin = webAddress(headers['referer'])?.origin ?? own } = headers;
  return origin === own;
}

/** Returns the pages that a form's thank-you page can link to. */
export function nextPages(
  form: Parameters<typeof websiteOf>[0],
  slug: string,
  isFromHosted: boolean,
): NextPages {
  return isFromHosted
    ? { hostedPage: `/v1/f/${encodeURIComponent(slug)}/page` }
    : { website: websiteOf(form) };
}
