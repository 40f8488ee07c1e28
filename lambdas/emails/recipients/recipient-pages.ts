/**
 * The pages that the links in e-mails to recipients lead to. Opening a link changes nothing, as programs open links too;
 * the button posts.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Forbidden } from '../../core/errors.ts';
import { isFormId } from '../../core/ids.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { pageResponse, type Page } from '../../http/html-page.ts';
import { browserClientOf, preferredLanguage } from '../../http/browser.ts';
import { translations } from '../../i18n/catalogues.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { namesForStrangers } from './confirmation-email.ts';
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
  /** The names of the form and its account; undefined when either does not exist any more. */
  findNames(
    subject: LinkSubject,
  ): Promise<
    { form: { form_id: string; name: string }; account: { account_id: string; name: string } } | undefined
  >;
  readonly now: () => number;
}

/** What a link that works leads to. */
export interface FollowedLink {
  readonly subject: LinkSubject;
  readonly recipient: FormRecipient;
  /** As texts of pages take them: isolated from the direction of the sentence around them. */
  readonly names: { readonly address: string; readonly form: string; readonly account: string };
}

/** The recipient that a link belongs to; undefined when it does not work, whatever the reason is. */
export async function followLink(
  purpose: LinkPurpose,
  token: string,
  { recipients, findNames, now }: PageDeps,
): Promise<FollowedLink | undefined> {
  const link = parseRecipientLink(token);
  if (!link || !isFormId(link.form_id)) return undefined;
  const [recipient, found] = await Promise.all([recipients.find(link), findNames(link)]);
  if (!recipient || !found || !isLinkValid(purpose, link, recipient, now())) return undefined;
  // Who unsubscribes after a link was made needs a new one to come back.
  const { unsubscribed_at } = recipient;
  if (
    purpose === 'confirm' &&
    unsubscribed_at !== undefined &&
    Date.parse(unsubscribed_at) > linkMadeAt(link)
  )
    return undefined;
  const { form, account } = namesForStrangers(found.form, found.account);
  const names = { address: isolated(recipient.address), form: isolated(form), account: isolated(account) };
  return { subject: link, recipient, names };
}

/** Keeps the direction of a name's script apart from the sentence around it (Unicode's first strong isolate). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

type Contents = Omit<Page, 'language' | 'tone'>;

/** The page for a link that works, in the language of the browser. */
export function recipientPage(
  headers: APIGatewayProxyEventV2['headers'],
  contentsOf: (texts: Catalogue['recipients']) => Contents,
): HttpResponse {
  const language = preferredLanguage(headers['accept-language']);
  const contents = contentsOf(translations[language].recipients);
  return pageResponse(200, { language, tone: 'good', ...contents });
}

/**
 * The page for a link that does not work.
 * @throws Forbidden for a program, which reads no pages
 */
export function invalidLinkPage(headers: APIGatewayProxyEventV2['headers']): HttpResponse {
  const browser = browserClientOf(headers);
  if (!browser) throw new Forbidden('The link is not valid any more; nothing was changed.');
  const { language } = browser;
  const { heading, reason, remedy } = translations[language].recipients.invalidLink;
  return pageResponse(403, { language, tone: 'bad', heading, paragraphs: [reason, remedy] });
}
