/** Decides which requests for a hosted page count as views. */

/** Matches bots that identify themselves in their user agent, and services that check or preview links. */
const BOT =
  /bot\b|bot[/;)_-]|crawl|spider|slurp|facebookexternalhit|whatsapp|embedly|preview|lighthouse|monitor|pingdom|archiver|scrap/i;
/** Headers that browsers send when they load a page before the user sees it. */
const PREVIEW_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns true if a person opened the page. Bots, previews, prefetches and HEAD requests don't count. */
export function isView(method: string, headers: Readonly<Record<string, string | undefined>>): boolean {
  if (method !== 'GET' || BOT.test(headers['user-agent'] ?? '')) return false;
  return !PREVIEW_HEADERS.some((name) => /prefetch|prerender|preview/i.test(headers[name] ?? ''));
}
