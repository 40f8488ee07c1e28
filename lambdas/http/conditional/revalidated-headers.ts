/** Headers of every read that has a tag. */

/**
 * Only the caller's own program may cache the response, and it must revalidate it before using it again (RFC
 * 9111, section 5.2.2).
 */
export const REVALIDATED_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization, cookie' };
