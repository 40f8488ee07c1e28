/**
 * Where a post may send its visitor: a page's markup is public, and a form that redirects anywhere would lend its name to
 * other websites.
 */
import type { IngestForm } from '../../forms/form.ts';
import { matchesOrigin } from '../../forms/origin-match.ts';
import { webAddress } from '../../core/web-address.ts';

const LONGEST = 2048;

/** What the headers of a post say about the page that it comes from. */
export interface PostingPage {
  /** The `Origin` header. */
  readonly origin: string | undefined;
  /** The `Referer` header. */
  readonly referrer: string | undefined;
}

/**
 * The absolute address that a post asks for when it is one of the form's `allowed_origins`, on the origin of its
 * `redirect_url`, or on that of the posting page; else undefined. A relative one counts from the posting page.
 */
export function allowedRedirect(
  wanted: string | undefined,
  { allowed_origins, redirect_url }: Pick<IngestForm, 'allowed_origins' | 'redirect_url'>,
  page: PostingPage,
): string | undefined {
  if (wanted === undefined || wanted.trim() === '' || wanted.length > LONGEST) return undefined;
  const own = originOf(page);
  const base = webAddress(page.referrer)?.origin === own ? page.referrer : own;
  if (!URL.canParse(wanted, base)) return undefined;
  const target = webAddress(new URL(wanted, base).href);
  // A name and password in an address are for deceiving its reader.
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
