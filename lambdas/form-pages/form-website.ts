/** Determines which pages a form's thank-you page can link to. */
import type { IngestForm } from '../forms/form.ts';
import { webAddress } from '../core/text/web-address.ts';

/** The pages that a thank-you page can link to if the form's settings don't include a link. */
export interface NextPages {
  /** Origin of the form's website. The thank-you page links to it if the browser sends no referrer. */
  readonly website?: string | undefined;
  /** Path of the hosted page that the submission came from. */
  readonly hostedPage?: string | undefined;
}

/**
 * Returns the origin of a form's public website. This is the website that the form redirects visitors to or,
 * if there is none, the only website that may submit the form. Returns undefined if the only allowed origin
 * is a pattern, or if several websites may submit the form, because some of them could be private.
 */
export function websiteOf({
  redirect_url,
  allowed_origins,
}: Pick<IngestForm, 'redirect_url' | 'allowed_origins'>): string | undefined {
  const [only, ...others] = allowed_origins;
  const own = redirect_url ?? (others.length === 0 && !only?.includes('*') ? only : undefined);
  return webAddress(own)?.origin;
}
