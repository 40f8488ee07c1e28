/**
 * Builds the pages that recipients open from links in e-mails. Opening a link changes nothing, because
 * programs open links too. Only the button makes changes.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Forbidden } from '../../core/errors.ts';
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
import type { FormRecipient } from '../../forms/recipients/recipient.ts';

export interface PageDeps {
  readonly recipients: { find(subject: LinkSubject): Promise<FormRecipient | undefined> };
  /** Returns the names of the form and its account, or undefined if either has been deleted. */
  findNames(
    subject: LinkSubject,
  ): Promise<
    { form: { form_id: string; name: string }; account: { account_id: string; name: string } } | undefined
  >;
  readonly now: () => number;
}

/** The recipient and names that a valid link refers to. */
export interface FollowedLink {
  readonly subject: LinkSubject;
  readonly recipient: FormRecipient;
  /** Names with an isolated text direction, so that they don't affect the sentence around them. */
  readonly names: { readonly address: string; readonly form: string; readonly account: string };
}

/** Returns the recipient that a link belongs to, or undefined if the link is invalid. */
export async function followLink(
  purpose: LinkPurpose,
  token: string,
  { recipients, findNames, now }: PageDeps,
): Promise<FollowedLink | undefined> {
  const link = parseRecipientLink(token);
  if (!link || !isFormId(link.form_id)) return undefined;
  const [recipient, found] = await Promise.all([recipients.find(link), findNames(link)]);
  if (!recipient || !found || !isLinkValid(purpose, link, recipient, now())) return undefined;
  // Recipients who unsubscribed after the link was created need a new link to resubscribe.
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
