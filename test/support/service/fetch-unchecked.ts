/**
 * Calls servers other than the service, such as its bucket, without checking the response. Use `request` to
 * call the service.
 */
export const fetchUnchecked = (...args: Parameters<typeof fetch>): Promise<Response> => fetch(...args);
