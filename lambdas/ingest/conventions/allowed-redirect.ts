/**
 * Decides where a post may redirect its visitor. A page's markup is public, and a form that redirects
 * anywhere could be abused by other websites.
 */
import type { IngestForm } from '../../forms/form.ts';
import { matchesOrigin } from '../../forms/origin-match.ts';
import { webAddress } from '../../core/web-address.ts';

const MAX_LENGTH = 2048;

/** The headers of a post that show which page it comes from. */
export interface PostingPage {
  /** The `Origin` header. */
  readonly origin: string | undefined;
  /** The `Referer` header. */
  readonly referrer: string | undefined;
}

/**
 * Returns the absolute URL that a post requests if it is on one of the form's `allowed_origins`, on the
 * origin of its `redirect_url` or on that of the posting page; otherwise undefined. A relative URL is
 * resolved against the posting page.
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
  // A user name and password in a URL serve only to deceive its reader.
  if (!target || target.username !== '' || target.password !== '') return undefined;
  const exact = [own, webAddress(redirect_url ?? undefined)?.origin];
  const isAllowed =
    exact.includes(target.origin) || allowed_origins.some((entry) => matchesOrigin(entry, target.origin));
  return isAllowed ? target.href : undefined;
}

/** Browsers send an opaque origin as `null`. */
function originOf({ origin, referrer }: PostingPage): string | undefined {
  return (webAddress(origin) ?? webAddress(referrer))?.origin;
}
