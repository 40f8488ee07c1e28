/**
 * Serves the pages below `/mail`, which show the local service's e-mails. These pages only exist on this
 * machine and are not part of the stack.
 */
import { splitTarget } from '../http/api-event.ts';
import { gatewayMessage, type ApiResponse } from '../http/api-response.ts';
import { namesThisMachine } from '../http/loopback-names.ts';
import type { RequestHandler } from '../http/local-http-api.ts';
import { EMAIL_POLICY, emailPage, listPage, missingPage, PAGE_POLICY, renderedEmail } from './mail-pages.ts';
import { mailbox } from './mailbox.ts';

const PATH = /^\/mail(?:\/([\da-f-]{36})(?:\/(rendered|raw))?)?$/;

/** Returns the path of the page that shows an e-mail. */
export const pathOfMail = (id: string): string => `/mail/${id}`;

/** Answers requests below `/mail` and passes all others on to the API. */
export function withMail(api: RequestHandler, folder: string): RequestHandler {
  const mails = mailbox(folder);
  return async (request) => {
    const { path } = splitTarget(request.head.url);
    if (path !== '/mail' && !path.startsWith('/mail/')) return api(request);
    // Reject other host names, because a website with a domain that resolves to this machine could otherwise
    // read the e-mails (DNS rebinding).
    if (!namesThisMachine(request.head)) return gatewayMessage(403, 'Forbidden');
    if (!['GET', 'HEAD'].includes(request.head.method)) return gatewayMessage(405, 'Method Not Allowed');
    const [matched, id, part] = PATH.exec(path) ?? [];
    if (matched !== undefined && id === undefined) return pageOf(200, listPage(await mails.latest()));
    const mail = id === undefined ? undefined : await mails.find(id);
    if (!mail) return pageOf(404, missingPage());
    if (part === 'raw') return response(200, 'text/plain; charset=utf-8', mail.raw, "default-src 'none'");
    if (part === 'rendered')
      return response(200, 'text/html; charset=utf-8', Buffer.from(renderedEmail(mail)), EMAIL_POLICY);
    return pageOf(200, emailPage(mail));
  };
}

const pageOf = (status: number, content: string): ApiResponse =>
  response(status, 'text/html; charset=utf-8', Buffer.from(content), PAGE_POLICY);

function response(status: number, type: string, body: Uint8Array, policy: string): ApiResponse {
  return {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}
