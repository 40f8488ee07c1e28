/**
 * Builds the pages that links in e-mails open. Opening a page changes nothing, because link scanners and mail
 * clients also open links. Only the button on the page makes a change.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { MayReceive } from '../../auth/connections/connection-principal.ts';
import { Forbidden } from '../../core/errors/errors.ts';
import { isFormId } from '../../core/ids.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { pageResponse, type Page } from '../../http/html-page.ts';
import { browserClientOf, preferredLanguage } from '../../http/browser.ts';
import { translations } from '../../i18n/catalogues.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { safeNames } from './confirmation-email.ts';
import {
  isLinkValid,
  linkMadeAt,
  parseRecipientLink,
  type LinkPurpose,
  type LinkSubject,
} from '../../forms/recipients/recipient-link.ts';
import type { Form } from '../../forms/form.ts';
import type { FormRecipient } from '../../forms/recipients/recipient.ts';

export interface PageDeps {
  readonly recipients: { find(subject: LinkSubject): Promise<FormRecipient | undefined> };
  /** Returns the names of the form and its account, or undefined if either has been deleted. */
  findNames(subject: LinkSubject): Promise<
    | {
        form: Pick<Form, 'form_id' | 'name' | 'app_recipients'>;
        account: { account_id: string; name: string };
      }
    | undefined
  >;
  readonly mayReceive: MayReceive;
  readonly now: () => number;
}

/** The recipient that a valid link belongs to, and the names of the form and the account. */
export interface FollowedLink {
  readonly subject: LinkSubject;
  readonly recipient: FormRecipient;
  /**
   * Names wrapped in Unicode direction isolates so that right-to-left names don't affect the sentence around
   * them.
   */
  readonly names: { readonly address: string; readonly form: string; readonly account: string };
}

/** Returns the recipient that a link belongs to, or undefined if the link is invalid. */
export async function followLink(
  purpose: LinkPurpose,
  token: string,
  { recipients, findNames, mayReceive, now }: PageDeps,
): Promise<FollowedLink | undefined> {
  const link = parseRecipientLink(token);
  if (!link || !isFormId(link.form_id)) return undefined;
  const [recipient, found] = await Promise.all([recipients.find(link), findNames(link)]);
  if (!recipient || !found || !isLinkValid(purpose, link, recipient, now())) return undefined;
  if (purpose === 'confirm' && !(await mayConfirm(link, found.form, mayReceive))) return undefined;
  // Reject the link if the recipient has unsubscribed since it was created. They need a new link to
  // resubscribe.
  const { unsubscribed_at } = recipient;
  if (
    purpose === 'confirm' &&
    unsubscribed_at !== undefined &&
    Date.parse(unsubscribed_at) > linkMadeAt(link)
  )
    return undefined;
  const { form, account } = safeNames(found.form, found.account);
  const names = { address: isolated(recipient.address), form: isolated(form), account: isolated(account) };
  return { subject: link, recipient, names };
}

/**
 * Checks that the app that added the recipient may still receive submissions. Without this check, a
 * confirmation link that the app triggered could still confirm the address after the app is disconnected.
 */
async function mayConfirm(
  { account_id, form_id, recipient_id, connection_id }: LinkSubject,
  { app_recipients }: Pick<Form, 'app_recipients'>,
  mayReceive: MayReceive,
): Promise<boolean> {
  if (connection_id === undefined) return true;
  const of = app_recipients.find(
    (each) => each.recipient_id === recipient_id && each.connection_id === connection_id,
  );
  return of !== undefined && mayReceive({ ...of, account_id }, form_id);
}

/** Keeps a name's text direction from affecting the sentence around it (Unicode's first strong isolate). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

type Contents = Omit<Page, 'language' | 'tone'>;

/** Builds the page for a valid link, in the browser's language. */
export function recipientPage(
  headers: APIGatewayProxyEventV2['headers'],
  contentsOf: (texts: Catalogue['recipients']) => Contents,
): HttpResponse {
  const language = preferredLanguage(headers['accept-language']);
  const contents = contentsOf(translations[language].recipients);
  return pageResponse(200, { language, tone: 'good', ...contents });
}

/**
 * Builds the page for an invalid link.
 * @throws Forbidden for API clients, which can't use pages
 */
export function invalidLinkPage(headers: APIGatewayProxyEventV2['headers']): HttpResponse {
  const browser = browserClientOf(headers);
  if (!browser) throw new Forbidden('This link is no longer valid. Nothing was changed.');
  const { language } = browser;
  const { heading, reason, remedy } = translations[language].recipients.invalidLink;
  return pageResponse(403, { language, tone: 'bad', heading, paragraphs: [reason, remedy] });
}
