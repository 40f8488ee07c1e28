/** `POST /v1/confirmations/{token}`: confirms a recipient of an account's e-mails. */
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { browserFormat } from '../../http/browser.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { confirmRecipient as operation } from './recipient-operations.ts';
import { recipientChanges, recipientPageDeps } from './recipient-page-deps.ts';
import { followLink, invalidLinkPage, recipientPage, type PageDeps } from './recipient-pages.ts';
import type { recipientStore } from '../../forms/recipients/recipient-store.ts';

type Deps = PageDeps &
  ReturnType<typeof recipientChanges> & {
    readonly recipients: Pick<ReturnType<typeof recipientStore>, 'confirm'>;
  };

/** Confirms the recipient for all of the account's forms. Idempotent. */
export function confirmRecipient(deps: Deps) {
  return async ({ event, path, runInBackground }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const link = await followLink('confirm', path['token'] ?? '', deps);
    if (!link) return invalidLinkPage(event.headers);
    await deps.recipients.confirm(link.subject, deps.now());
    runInBackground(deps.noteChange(link.subject.account_id));
    return recipientPage(event.headers, ({ confirmed }) => ({
      heading: confirmed.heading,
      paragraphs: [confirmed.text(link.names)],
    }));
  };
}

const { baseUrl, db, deps } = recipientPageDeps();

export const handler = httpHandler(
  operation,
  { baseUrl, format: browserFormat(baseUrl) },
  confirmRecipient({ ...deps, ...recipientChanges(db) }),
);
