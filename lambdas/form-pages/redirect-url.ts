/**
 * Decides where a browser goes after a post: to a page with its own URL, so that a reload doesn't post again.
 */
import type { IngestForm } from '../forms/form.ts';

/** The part of an accepted post that decides where to go next. */
export interface AcceptedPost {
  readonly form: Pick<IngestForm, 'redirect_url'>;
  /** The form's slug or id, as used in the request. */
  readonly slug: string;
  /** An allowed URL that the post itself requested. */
  readonly redirect?: string | undefined;
}

/**
 * Returns the absolute URL of a form's thank-you page.
 * @param slug the form's slug or id
 */
export function thankYouPageUrl(baseUrl: string, slug: string): string {
  return `${baseUrl}/v1/f/${encodeURIComponent(slug)}/thanks`;
}

/**
 * Returns where to go after a post, as an absolute URL. It is the same for stored submissions, spam and
 * replays.
 */
export function redirectUrl({ form, slug, redirect }: AcceptedPost, baseUrl: string): string {
  const chosen = redirect ?? form.redirect_url;
  return chosen === null ? thankYouPageUrl(baseUrl, slug) : new URL(chosen).href;
}
