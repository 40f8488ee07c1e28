/**
 * Determines which page the browser shows after a form is submitted. This page has its own URL, so that
 * reloading it doesn't submit the form again.
 */
import type { IngestForm } from '../forms/form.ts';

/** The properties of an accepted form submission that determine the next page. */
export interface AcceptedPost {
  readonly form: Pick<IngestForm, 'redirect_url'>;
  /** The form's slug or id, as in the request. */
  readonly slug: string;
  /** The redirect URL from the submission, if it is allowed. */
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
 * Returns the absolute URL to redirect to after a form is submitted. Stored submissions, spam and replays get
 * the same URL.
 */
export function redirectUrl({ form, slug, redirect }: AcceptedPost, baseUrl: string): string {
  const chosen = redirect ?? form.redirect_url;
  return chosen === null ? thankYouPageUrl(baseUrl, slug) : new URL(chosen).href;
}
