/** The bytes of an e-mail (RFC 5322, MIME): plain text and HTML, the same twice. */
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Email } from '../domain/emails/email.ts';

/**
 * Nothing that the e-mail holds becomes a header of its own: addresses are given as addresses and not parsed again,
 * line breaks in headers become spaces, and no value is read as a path or a URL.
 * @param date its `Date`; SES puts its own there, and its own `Message-ID`
 */
export async function mimeMessage(email: Email, date: Date): Promise<Buffer> {
  const composer = new MailComposer({
    from: { ...email.from },
    to: email.to.map((address) => ({ name: '', address })),
    ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
    subject: email.subject,
    text: email.text,
    html: email.html,
    headers: { ...email.headers },
    date,
    messageId: `<${email.id}@${email.from.address.split('@')[1] ?? 'localhost'}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
