/** Headers of every read that has a tag. */

/** Only the caller's own program may keep the response, and asks before it shows it again (RFC 9111, section 5.2.2). */
export const REVALIDATED_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization, cookie' };
