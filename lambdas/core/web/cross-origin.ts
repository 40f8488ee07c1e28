/**
 * Defines CORS headers that allow scripts on any website to call the service (Fetch standard, "CORS
 * protocol").
 */

/** Headers that scripts may send. `*` covers all headers except Authorization. */
export const ALLOWED_HEADERS = ['authorization', '*'];
/** Response headers that scripts may read, in addition to the CORS-safelisted ones. */
export const EXPOSED_HEADERS = ['x-request-id', 'retry-after', 'location', 'etag', 'www-authenticate'];
/** How long browsers may cache a preflight response, in seconds. */
export const PREFLIGHT_SECONDS = 3600;
