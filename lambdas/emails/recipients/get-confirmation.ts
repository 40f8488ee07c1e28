/**
 * `GET /v1/confirmations/{token}`: shows a page where recipients can confirm that an account may send them
 * e-mails.
 */
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { browserFormat } from '../../http/browser.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { getConfirmation as operation } from './recipient-operations.ts';
import { recipientPageDeps } from './recipient-page-deps.ts';
import { followLink, invalidLinkPage, recipientPage, type PageDeps } from './recipient-pages.ts';

/** Shows a confirmation button. The address is only confirmed when the recipient clicks it. */
export function getConfirmation(deps: PageDeps) {
  return async ({ event, path }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const link = await followLink('confirm', path['token'] ?? '', deps);
    if (!link) return invalidLinkPage(event.headers);
    return recipientPage(event.headers, ({ confirm }) => ({
      heading: confirm.heading,
      paragraphs: [confirm.question(link.names)],
      button: confirm.button,
    }));
  };
}

const { baseUrl, deps } = recipientPageDeps();

export const handler = httpHandler(
  operation,
  { baseUrl, format: browserFormat(baseUrl) },
  getConfirmation(deps),
);
