/** The CORS headers by which scripts of any website may call the service (Fetch standard, "CORS protocol"). */

/** What scripts may send. `*` is every header but Authorization. */
export const ALLOWED_HEADERS = ['authorization', '*'];
/** What scripts may read, beyond the safelisted headers. */
export const EXPOSED_HEADERS = ['x-request-id', 'retry-after', 'location', 'etag'];
/** For how long a browser need not ask again. */
export const PREFLIGHT_SECONDS = 3600;
