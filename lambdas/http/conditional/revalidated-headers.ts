/** Response headers of all reads that have a tag. */

/**
 * Only the caller may cache the response, and must revalidate it before reusing it (RFC 9111, section 5.2.2).
 */
export const REVALIDATED_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization, cookie' };
