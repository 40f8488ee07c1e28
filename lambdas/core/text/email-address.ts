/** Validates e-mail addresses and parses the sender's mailbox. */
import * as z from 'zod';

const MAX_LOCAL_PART_LENGTH = 64;
const MAX_LABEL_LENGTH = 63;
const MAX_ADDRESS_LENGTH = 254;

/** zod's pattern, extended to support internationalized top-level domains. */
const PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

/**
 * An address that every mail service accepts: ASCII, with a single `@`, without quoting, and within RFC 5321's
 * length limits. It can't contain line breaks, commas, brackets or encoded words, so it remains a single address
 * in any header.
 */
export const emailAddress = z
  .email({ pattern: PATTERN })
  .max(MAX_ADDRESS_LENGTH)
  .refine(
    (address) => {
      const [local = '', domain = ''] = address.split('@');
      return local.length <= MAX_LOCAL_PART_LENGTH && domain.split('.').every(isLabel);
    },
    { error: 'must be an e-mail address, for example ada@example.com' },
  );

function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL_LENGTH && !label.endsWith('-');
}

/** Matches non-ASCII domain names: only letters, digits, hyphens and dots, without a path or port. */
const NAMES_OF_OTHER_SCRIPTS = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.。-]+$/u;

/**
 * Converts the domain to ASCII, as mail services expect: `ada@müller.example` becomes
 * `ada@xn--mller-kva.example`. Returns the text unchanged if it isn't an address.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || address.length > MAX_ADDRESS_LENGTH || !NAMES_OF_OTHER_SCRIPTS.test(domain))
    return address;
  const web = `http://${domain}`;
  return URL.canParse(web) ? `${address.slice(0, at + 1)}${new URL(web).hostname}` : address;
}

/** An address with a display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const mailboxName = z.string().regex(/^[^\p{Cc}<>"\\]{0,100}$/u);

/** Parses `Forms <forms@example.com>` or a plain address. Returns undefined for anything else. */
export function mailboxOf(text: string): Mailbox | undefined {
  const [, name = '', inBrackets, alone] = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text) ?? [];
  const address = emailAddress.safeParse((inBrackets ?? alone ?? '').trim());
  const shown = mailboxName.safeParse(name.trim());
  return address.success && shown.success ? { name: shown.data, address: address.data } : undefined;
}
