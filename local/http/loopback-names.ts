/**
 * Recognizes requests that name this machine as their host. This prevents DNS rebinding, where a website
 * resolves its own host name to 127.0.0.1 so that its scripts can call the local service.
 */
import { joinedHeaders, splitTarget, type RequestHead } from './api-event.ts';
import { gatewayMessage } from './api-response.ts';
import type { RequestHandler } from './local-http-api.ts';

const HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;
const ORIGIN = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** Returns true if the request's `Host` header names this machine. */
export const namesThisMachine = (head: Pick<RequestHead, 'rawHeaders'>): boolean =>
  HOST.test(joinedHeaders(head).get('host') ?? '');

/** Responds with 403 to agent endpoint requests whose `Host` or `Origin` header names another machine. */
export function refusingForeignAgents(api: RequestHandler): RequestHandler {
  return async (request) => {
    const { head } = request;
    if (splitTarget(head.url).path !== '/mcp') return api(request);
    const origin = joinedHeaders(head).get('origin');
    const isLocal = namesThisMachine(head) && (origin === undefined || ORIGIN.test(origin));
    return isLocal ? api(request) : gatewayMessage(403, 'Forbidden');
  };
}
