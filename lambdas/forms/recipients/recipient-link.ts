/**
 * Creates and checks the signed links that recipients use to confirm their address and to unsubscribe. Links
 * are only sent by e-mail, so only people who can read the recipient's e-mail have them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../../core/clock.ts';
import { CONFIRMATION_DAYS, type Recipient } from './recipient.ts';

export type LinkPurpose = 'confirm' | 'unsubscribe';

/** The recipient and form that a link applies to. */
export interface LinkSubject {
  readonly account_id: string;
  readonly form_id: string;
  readonly recipient_id: string;
  /**
   * The connection of the app that added the recipient. The link only works while the app may receive
   * submissions.
   */
  readonly connection_id?: string | undefined;
}

export interface RecipientLink extends LinkSubject {
  /**
   * Expiry time, in milliseconds since the epoch. The time also shows whether the link was created before or
   * after the recipient unsubscribed. Zero for unsubscribe links, which work as long as the form exists.
   */
  readonly expires: number;
  readonly signature: string;
}

/**
 * Schema of the request body that e-mail clients (RFC 8058) and the button on the page send. The body is
 * ignored, because the URL contains all the required information.
 */
export const linkForm = z.looseObject({
  'List-Unsubscribe': z.string().optional().describe('`One-Click`, from an e-mail client (RFC 8058).'),
});

/** Attributes with the names of the form and the account, which the link pages show. */
export const nameAttributes = {
  form: ['account_id', 'form_id', 'name', 'app_recipients'],
  account: ['account_id', 'name'],
} as const;

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  confirm: 'confirmations',
  unsubscribe: 'unsubscriptions',
};

const TOKEN =
  /^(acc_\w{1,40})\.(frm_\w{1,40})\.(rcp_[\da-f]{32})(?:\.(con_\w{1,80}))?\.(\d{1,14})\.([\w-]{43})$/;

/**
 * Returns the URL of a confirmation or unsubscribe link.
 * @param now time of creation, in milliseconds since the epoch
 */
export function recipientLink(
  purpose: LinkPurpose,
  subject: LinkSubject,
  { link_key }: Pick<Recipient, 'link_key'>,
  { baseUrl, now }: { baseUrl: string; now: number },
): string {
  const expires = purpose === 'confirm' ? now + CONFIRMATION_DAYS * DAY : 0;
  const signature = signatureOf(purpose, { ...subject, expires }, link_key).toString('base64url');
  const token = [...partsOf(subject), expires, signature].join('.');
  return `${baseUrl}/v1/${PATHS[purpose]}/${token}`;
}

/** Parses the last part of a link without checking its signature. Returns undefined if it is malformed. */
export function parseRecipientLink(token: string): RecipientLink | undefined {
  const [, account_id, form_id, recipient_id, connection_id, expires, signature] = TOKEN.exec(token) ?? [];
  if (!account_id || !form_id || !recipient_id || !signature) return undefined;
  return { account_id, form_id, recipient_id, connection_id, expires: Number(expires), signature };
}

/**
 * Returns true if the service signed the link for this recipient and purpose, and the link has not expired.
 */
export function isLinkValid(
  purpose: LinkPurpose,
  link: RecipientLink,
  of: Pick<Recipient, 'link_key'> | undefined,
  now: number,
): boolean {
  const sent = Buffer.from(link.signature, 'base64url');
  const right = signatureOf(purpose, link, of?.link_key ?? '');
  const isOurs = of !== undefined && sent.length === right.length && timingSafeEqual(sent, right);
  return isOurs && (link.expires === 0 || now < link.expires);
}

/** Returns when a confirmation link was created, in milliseconds since the epoch. */
export function linkMadeAt({ expires }: RecipientLink): number {
  return expires - CONFIRMATION_DAYS * DAY;
}

const partsOf = ({ account_id, form_id, recipient_id, connection_id }: LinkSubject): string[] => [
  account_id,
  form_id,
  recipient_id,
  ...(connection_id === undefined ? [] : [connection_id]),
];

/**
 * Computes the signature of a link. The signed values are separated by line breaks, which they can't contain,
 * so each link's signed text is unique.
 */
function signatureOf(
  purpose: LinkPurpose,
  { expires, ...subject }: Omit<RecipientLink, 'signature'>,
  key: string,
): Buffer {
  const signed = [purpose, ...partsOf(subject), expires].join('\n');
  return createHmac('sha256', key).update(signed).digest();
}
