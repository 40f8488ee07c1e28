/**
 * `GET /v1/unsubscriptions/{token}`: shows a page where recipients can unsubscribe from a form's e-mails.
 */
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { browserFormat } from '../../http/browser.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { getUnsubscription as operation } from './recipient-operations.ts';
import { recipientPageDeps } from './recipient-page-deps.ts';
import { followLink, invalidLinkPage, recipientPage, type PageDeps } from './recipient-pages.ts';

/** Shows an unsubscribe button. The recipient is only unsubscribed when they click it. */
export function getUnsubscription(deps: PageDeps) {
  return async ({ event, path }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const link = await followLink('unsubscribe', path['token'] ?? '', deps);
    if (!link) return invalidLinkPage(event.headers);
    return recipientPage(event.headers, ({ unsubscribe }) => ({
      heading: unsubscribe.heading,
      paragraphs: [unsubscribe.question(link.names)],
      button: unsubscribe.button,
    }));
  };
}

const { baseUrl, deps } = recipientPageDeps();

export const handler = httpHandler(
  operation,
  { baseUrl, format: browserFormat(baseUrl) },
  getUnsubscription(deps),
);
