/**
 * Builds the e-mail that asks a recipient to confirm that they want notifications from an account's forms.
 */
import type { EmailAccount } from '../../accounts/account.ts';
import { withoutLinks } from '../../core/text/links.ts';
import { withoutTelephoneNumbers } from '../../core/text/telephone-numbers.ts';
import { singleLine, truncate } from '../../core/text/text.ts';
import type { EmailForm } from '../../forms/form.ts';
import { translations } from '../../i18n/catalogues.ts';
import type { Mailbox } from '../../core/text/email-address.ts';
import { button, heading, page, paragraph, smallPrint } from '../content/email-layout.ts';
import { NOTIFICATION_HEADERS, type Email } from '../email.ts';
import { CONFIRMATION_DAYS, recipientIdOf } from '../../forms/recipients/recipient.ts';

/**
 * Maximum length of a name in a subject, in characters. The limit prevents senders from using the name to
 * send a message.
 */
const MAX_NAME_LENGTH = 60;

/**
 * Returns the names of a form and its account in a form that is safe for e-mails to strangers: short, on one
 * line, and without anything clickable.
 */
export function safeNames(
  form: { readonly form_id: string; readonly name: string },
  account: { readonly account_id: string; readonly name: string },
): { form: string; account: string } {
  return {
    form: safeName(form.name) || form.form_id,
    account: safeName(account.name) || account.account_id,
  };
}

const safeName = (name: string): string =>
  truncate(withoutTelephoneNumbers(withoutLinks(singleLine(name))), MAX_NAME_LENGTH);

/** Builds the e-mail in the form's language or in English, because the recipient's language is unknown. */
export function confirmationEmail(
  {
    id,
    form,
    account,
    to,
    confirmUrl,
  }: {
    id: string;
    form: EmailForm;
    account: Pick<EmailAccount, 'account_id' | 'name'>;
    to: string;
    confirmUrl: string;
  },
  from: Mailbox,
): Email {
  const language = form.language ?? 'en';
  const { confirmation: texts } = translations[language].recipients;
  const names = safeNames(form, account);
  const subject = texts.subject(names.form);
  const intro = texts.intro(names.account, names.form);
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const endNotes = [texts.valid(days.format(CONFIRMATION_DAYS)), texts.ignore];
  return {
    id,
    scope: form.form_id,
    recipient_id: recipientIdOf(form.account_id, to),
    from,
    to,
    subject,
    headers: NOTIFICATION_HEADERS,
    text: [
      texts.title,
      intro,
      texts.what(to),
      `${texts.button}:\n${confirmUrl}`,
      `-- \n${endNotes.join('\n')}`,
    ].join('\n\n'),
    html: page(
      subject,
      [
        heading(texts.title),
        paragraph(intro),
        paragraph(texts.what(to)),
        button(confirmUrl, texts.button),
        smallPrint(endNotes),
      ],
      language,
    ),
  };
}
