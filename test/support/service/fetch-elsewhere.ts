/** A call of something that is not the service, such as its bucket; the service's own answers come from `request`. */
export const fetchElsewhere = (...args: Parameters<typeof fetch>): Promise<Response> => fetch(...args);
