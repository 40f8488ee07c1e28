/** Defines the response headers of all reads that have an ETag. */

/**
 * Only the caller may cache the response, and it must be revalidated before reuse (RFC 9111, section 5.2.2).
 */
export const REVALIDATED_HEADERS = { 'cache-control': 'private, no-cache', vary: 'authorization, cookie' };
