/** E-mail addresses: what counts as one here, and the mailbox that the service sends from. */
import * as z from 'zod';

const LONGEST_LOCAL_PART = 64;
const LONGEST_LABEL = 63;

/**
 * An address that a mail service takes without question: ASCII, one `@`, nothing quoted, the lengths of RFC 5321. It
 * can hold no line break, comma or bracket, so that wherever it is put it stays one address.
 */
export const emailAddress = z
  .email()
  .max(254)
  .refine(
    (address) => {
      const [local = '', domain = ''] = address.split('@');
      return local.length <= LONGEST_LOCAL_PART && domain.split('.').every(isLabel);
    },
    { error: 'Invalid email address' },
  );

function isLabel(label: string): boolean {
  return label.length <= LONGEST_LABEL && !label.endsWith('-');
}

/** An address with the name that mail programs show in its place. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const mailboxName = z.string().regex(/^[^\p{Cc}<>"\\]{0,100}$/u);

/** `Forms <forms@example.com>`, or the address alone; undefined when it is neither. */
export function mailboxOf(text: string): Mailbox | undefined {
  const [, name = '', inBrackets, alone] = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text) ?? [];
  const address = emailAddress.safeParse((inBrackets ?? alone ?? '').trim());
  const shown = mailboxName.safeParse(name.trim());
  return address.success && shown.success ? { name: shown.data, address: address.data } : undefined;
}
