/**
 * Decides which URLs a submitted form is allowed to redirect the visitor to. Anyone can copy a form's HTML,
 * so other websites could abuse a form that redirects to any URL.
 */
import type { IngestForm } from '../../forms/form.ts';
import { matchesOrigin } from '../../forms/origin-match.ts';
import { webAddress } from '../../core/text/web-address.ts';

const MAX_LENGTH = 2048;

/** Headers that show which page submitted the form. */
export interface PostingPage {
  /** The `Origin` header. */
  readonly origin: string | undefined;
  /** The `Referer` header. */
  readonly referrer: string | undefined;
}

/**
 * Returns the requested redirect as an absolute URL, or undefined if its origin isn't allowed. The redirect
 * can use any of the form's `allowed_origins`, the origin of its `redirect_url`, or the origin of the page
 * that submitted the form. Relative URLs are resolved against that page.
 */
export function allowedRedirect(
  wanted: string | undefined,
  { allowed_origins, redirect_url }: Pick<IngestForm, 'allowed_origins' | 'redirect_url'>,
  page: PostingPage,
): string | undefined {
  if (wanted === undefined || wanted.trim() === '' || wanted.length > MAX_LENGTH) return undefined;
  const own = originOf(page);
  const base = webAddress(page.referrer)?.origin === own ? page.referrer : own;
  if (!URL.canParse(wanted, base)) return undefined;
  const target = webAddress(new URL(wanted, base).href);
  // Reject URLs that contain a user name or password because they can mislead people about the host.
  if (!target || target.username !== '' || target.password !== '') return undefined;
  const exact = [own, webAddress(redirect_url ?? undefined)?.origin];
  const isAllowed =
    exact.includes(target.origin) || allowed_origins.some((entry) => matchesOrigin(entry, target.origin));
  return isAllowed ? target.href : undefined;
}

/** Returns the origin of the page that submitted the form. Browsers send opaque origins as `null`. */
function originOf({ origin, referrer }: PostingPage): string | undefined {
  return (webAddress(origin) ?? webAddress(referrer))?.origin;
}
