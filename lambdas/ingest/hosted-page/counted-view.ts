/** Decides which requests for a hosted page count as views. */

/** Matches bots that say so in their user agent, and services that check or preview links. */
const BOT =
  /bot\b|bot[/;)_-]|crawl|spider|slurp|facebookexternalhit|whatsapp|embedly|preview|lighthouse|monitor|pingdom|archiver|scrap/i;
/** Headers in which browsers say that nobody looks at the page yet. */
const PREVIEW_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns true if a person opened the page: not a bot, a preview, a prefetch, or a HEAD request. */
export function isView(method: string, headers: Readonly<Record<string, string | undefined>>): boolean {
  if (method !== 'GET' || BOT.test(headers['user-agent'] ?? '')) return false;
  return !PREVIEW_HEADERS.some((name) => /prefetch|prerender|preview/i.test(headers[name] ?? ''));
}
