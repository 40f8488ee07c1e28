/**
 * Calls something other than the service, such as its bucket; use `request` for the service's own responses.
 */
export const fetchUnchecked = (...args: Parameters<typeof fetch>): Promise<Response> => fetch(...args);
