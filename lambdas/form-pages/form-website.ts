/** The website that a form belongs to, as far as the form's settings tell it. */
import type { IngestForm } from '../forms/form.ts';
import { webAddress } from '../core/web-address.ts';

/**
 * The origin of a form's website, where everybody may be sent: where the form sends its visitors itself, or the only
 * website that may post to it. Of several that may, some can be nobody's business; a pattern is no address.
 */
export function websiteOf({
  redirect_url,
  allowed_origins,
}: Pick<IngestForm, 'redirect_url' | 'allowed_origins'>): string | undefined {
  const [only, ...others] = allowed_origins;
  const own = redirect_url ?? (others.length === 0 && !only?.includes('*') ? only : undefined);
  return webAddress(own)?.origin;
}
