/** Finds the website that a form belongs to, based on the form's settings. */
import type { IngestForm } from '../forms/form.ts';
import { webAddress } from '../core/web-address.ts';

/**
 * Returns the origin of a form's website, which must be public: where the form redirects its visitors, or the
 * only website that may post to it. If several may, some could be private, and a pattern isn't a URL.
 */
export function websiteOf({
  redirect_url,
  allowed_origins,
}: Pick<IngestForm, 'redirect_url' | 'allowed_origins'>): string | undefined {
  const [only, ...others] = allowed_origins;
  const own = redirect_url ?? (others.length === 0 && !only?.includes('*') ? only : undefined);
  return webAddress(own)?.origin;
}
