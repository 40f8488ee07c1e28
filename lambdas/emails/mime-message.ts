/** The bytes of an e-mail (RFC 5322, MIME): plain text and HTML, the same twice. */
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Email } from './email.ts';

/**
 * No content of the e-mail can become another header: addresses are given as addresses and not parsed again,
 * the subject is never read as more than text, and no value is read as a path or a URL.
 * @param date its `Date`; SES puts its own there, and its own `Message-ID`
 */
export async function mimeMessage(email: Email, date: Date): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: displayName(email.from.name), address: email.from.address },
    to: { name: '', address: email.to },
    ...(email.cc && email.cc.length > 0 && { cc: email.cc.map((address) => ({ name: '', address })) }),
    ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
    text: email.text,
    html: email.html,
    headers: { ...email.headers, Subject: { prepared: true, value: encodedText(email.subject) } },
    date,
    messageId: `<${email.id}@${email.from.address.split('@')[1] ?? 'localhost'}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/**
 * The name before an address. nodemailer quotes and encodes it, but leaves what looks like an encoded word in ASCII as it
 * is; and brackets in a name make it look like another address.
 */
function displayName(name: string): string {
  return name.replaceAll('=?', '= ?').replace(/[<>"\\]/g, ' ');
}

/** Bytes of an encoded word: 52 characters of base 64, so that a line stays below the 76 of RFC 2047 with `Subject:`. */
const LONGEST_WORD = 39;

/**
 * Text of a header. nodemailer leaves text in ASCII as it is, and what looks like an encoded word in it would be
 * decoded by mail programs, line breaks included.
 */
function encodedText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
  const words: Buffer[] = [];
  for (const character of text) {
    const bytes = Buffer.from(character);
    const last = words.at(-1);
    if (last && last.length + bytes.length <= LONGEST_WORD)
      words[words.length - 1] = Buffer.concat([last, bytes]);
    else words.push(bytes);
  }
  return words.map((word) => `=?UTF-8?B?${word.toString('base64')}?=`).join('\r\n ');
}
