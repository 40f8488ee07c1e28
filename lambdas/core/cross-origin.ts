/** CORS headers that let scripts of any website call the service (Fetch standard, "CORS protocol"). */

/** Headers that scripts may send. `*` covers all headers except Authorization. */
export const ALLOWED_HEADERS = ['authorization', '*'];
/** Response headers that scripts may read, in addition to the safelisted ones. */
export const EXPOSED_HEADERS = ['x-request-id', 'retry-after', 'location', 'etag'];
/** How long browsers may cache a preflight response. */
export const PREFLIGHT_SECONDS = 3600;
