/**
 * Calls servers other than the service, such as its bucket. To check the service's responses, use `request`.
 */
export const fetchUnchecked = (...args: Parameters<typeof fetch>): Promise<Response> => fetch(...args);
