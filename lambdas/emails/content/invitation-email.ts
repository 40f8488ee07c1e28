/** Builds the e-mail that invites a user to join an account. */
import type { EmailAccount } from '../../accounts/account.ts';
import { DAY } from '../../core/clock.ts';
import { withoutLinks } from '../../core/text/links.ts';
import { singleLine } from '../../core/text/text.ts';
import { emailAddress, type Mailbox } from '../../core/text/email-address.ts';
import { button, heading, page, paragraph, smallPrint } from './email-layout.ts';
import { NOTIFICATION_HEADERS, type Email } from '../email.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Language } from '../../core/text/language.ts';
import { INVITATION_LIFETIME, type Member } from '../../auth/member.ts';

/** Returns the URL where an invited user signs in to the account. */
export const signInAddress = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/console/sign-in?account=${accountId}`;

export function invitationEmail(
  { invited, account, baseUrl }: { invited: Member; account: EmailAccount; baseUrl: string },
  from: Mailbox,
  { catalogue, language }: { catalogue: Catalogue; language: Language },
): Email {
  const texts = catalogue.invitation;
  const { account_id, email: to, member_id, invited_at, invited_by, role } = invited;
  const name = withoutLinks(singleLine(account.name)) || account_id;
  const subject = texts.subject(name);
  const url = signInAddress(baseUrl, account_id);
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const paragraphs = [texts.intro(name, inviterName(invited_by)), texts.role[role], texts.how(to)];
  const endNotes = [texts.valid(days.format(INVITATION_LIFETIME / DAY)), texts.ignore];
  return {
    id: `invitation.${member_id}.${invited_at.replaceAll(':', '')}`,
    scope: account_id,
    from,
    to,
    subject,
    headers: NOTIFICATION_HEADERS,
    text: [texts.title, ...paragraphs, `${texts.button}:\n${url}`, `-- \n${endNotes.join('\n')}`].join(
      '\n\n',
    ),
    html: page(
      subject,
      [heading(texts.title), ...paragraphs.map(paragraph), button(url, texts.button), smallPrint(endNotes)],
      language,
    ),
  };
}

/**
 * Returns the name of the member who sent the invitation, or their address if they have no name. Returns
 * undefined if an API key or the operator sent it.
 */
function inviterName({ type, name }: Member['invited_by']): string | undefined {
  if (type !== 'member') return undefined;
  return emailAddress.safeParse(name).success ? name : withoutLinks(singleLine(name)) || undefined;
}
