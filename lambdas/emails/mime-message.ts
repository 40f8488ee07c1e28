/**
 * Encodes e-mails (RFC 5322, MIME) as plain text and HTML. The same e-mail always produces the same bytes.
 */
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Email } from './email.ts';

/**
 * Encodes an e-mail. Content can't add or change headers, because addresses are passed as objects that aren't
 * parsed again. Content can't include files either, because no value is treated as a path or URL.
 * @param date value of the `Date` header; SES sets its own `Date` and `Message-ID`
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
 * Returns a safe display name. nodemailer quotes and encodes names, but doesn't change ASCII text that looks
 * like an encoded word or brackets that make a name look like an address. This function replaces both.
 */
function displayName(name: string): string {
  return name.replaceAll('=?', '= ?').replace(/[<>"\\]/g, ' ');
}

/**
 * Maximum number of bytes in an encoded word. These bytes become 52 base64 characters, so a line with
 * `Subject:` stays below the limit of 76 characters (RFC 2047).
 */
const MAX_WORD_LENGTH = 39;

/**
 * Encodes header text. nodemailer leaves ASCII text unchanged, but e-mail clients decode any text that looks
 * like an encoded word, which can even contain line breaks.
 */
function encodedText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
  const words: Buffer[] = [];
  for (const character of text) {
    const bytes = Buffer.from(character);
    const last = words.at(-1);
    if (last && last.length + bytes.length <= MAX_WORD_LENGTH)
      words[words.length - 1] = Buffer.concat([last, bytes]);
    else words.push(bytes);
  }
  return words.map((word) => `=?UTF-8?B?${word.toString('base64')}?=`).join('\r\n ');
}
