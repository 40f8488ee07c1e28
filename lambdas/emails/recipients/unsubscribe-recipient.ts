/**
 * `POST /v1/unsubscriptions/{token}`: unsubscribes a recipient from a form. E-mail clients call this
 * operation directly (RFC 8058).
 */
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { browserFormat } from '../../http/browser.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { unsubscribeRecipient as operation } from './recipient-operations.ts';
import { recipientChanges, recipientPageDeps } from './recipient-page-deps.ts';
import { followLink, invalidLinkPage, recipientPage, type PageDeps } from './recipient-pages.ts';
import type { recipientStore } from '../../forms/recipients/recipient-store.ts';

type Deps = PageDeps &
  ReturnType<typeof recipientChanges> & {
    readonly recipients: Pick<ReturnType<typeof recipientStore>, 'unsubscribe'>;
  };

/** Unsubscribes the recipient from this form only. Idempotent. */
export function unsubscribeRecipient(deps: Deps) {
  return async ({ event, path, runInBackground }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const link = await followLink('unsubscribe', path['token'] ?? '', deps);
    if (!link) return invalidLinkPage(event.headers);
    if (link.recipient.unsubscribed_at === undefined)
      await deps.recipients.unsubscribe(link.subject, deps.now());
    runInBackground(deps.noteChange(link.subject.account_id));
    return recipientPage(event.headers, ({ unsubscribed }) => ({
      heading: unsubscribed.heading,
      paragraphs: [unsubscribed.text(link.names), unsubscribed.return],
    }));
  };
}

const { baseUrl, db, deps } = recipientPageDeps();

export const handler = httpHandler(
  operation,
  { baseUrl, format: browserFormat(baseUrl) },
  unsubscribeRecipient({ ...deps, ...recipientChanges(db) }),
);
