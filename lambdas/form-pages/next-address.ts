/** Where a browser goes after its post: to a page of its own address, so that a reload posts nothing. */
import type { IngestForm } from '../forms/form.ts';

/** A post that was taken, as far as it says where to go next. */
export interface TakenPost {
  readonly form: Pick<IngestForm, 'redirect_url'>;
  /** The form's slug or id, as the request named it. */
  readonly slug: string;
  /** An address that the post itself asked for and that was found to be allowed. */
  readonly redirect?: string | undefined;
}

/**
 * The absolute address of a form's page of thanks.
 * @param slug the form's slug or its id
 */
export function thanksAddress(baseUrl: string, slug: string): string {
  return `${baseUrl}/v1/f/${encodeURIComponent(slug)}/thanks`;
}

/** Where a post leads that was stored, was spam or is a replay: an absolute address, the same for all three. */
export function nextAddress({ form, slug, redirect }: TakenPost, baseUrl: string): string {
  const chosen = redirect ?? form.redirect_url;
  return chosen === null ? thanksAddress(baseUrl, slug) : new URL(chosen).href;
}
