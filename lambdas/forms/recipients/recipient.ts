/** The recipients of an account's e-mails: who has agreed to get any, and from which form (docs/specification.md, "Recipients"). */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../../core/clock.ts';

export const recipientStatuses = ['pending', 'confirmed', 'unsubscribed', 'bounced', 'complained'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** Days that the link of a confirmation e-mail works. */
export const CONFIRMATION_DAYS = 7;
/** Confirmation e-mails that an address gets from one account until it confirms. */
export const MOST_CONFIRMATIONS = 3;
export const CONFIRMATION_INTERVAL = DAY;

/** A recipient as it is stored, once for each account. */
export const recipient = z.object({
  recipient_id: z.string(),
  address: z.string(),
  /** Signs the links of this recipient and of no other. */
  link_key: z.string(),
  confirmed_at: z.string().optional(),
  /** Confirmation e-mails since the address was confirmed for the last time. */
  asked: z.int().optional(),
  /** The request that the latest of them was for. */
  asked_by: z.string().optional(),
});
export type Recipient = z.infer<typeof recipient>;

/** What is read to show a status: not the key of the links, nor the address. */
export const consentAttributes = [
  'owner_id',
  'recipient_id',
  'confirmed_at',
  'unsubscribed_at',
  'bounced_at',
  'complained_at',
] as const;
/** What is read of the account for that. */
export const ownerAttributes = ['account_id', 'email'] as const;

/** What a recipient wants of one form, and what came of writing to it. */
export interface FormConsent {
  /** When the recipient had enough of the form. */
  readonly unsubscribed_at?: string | undefined;
  /** When an e-mail of the form came back for good. */
  readonly bounced_at?: string | undefined;
  /** When the recipient reported an e-mail of the form as spam. */
  readonly complained_at?: string | undefined;
}

/** What decides about a recipient's status, without the key of its links. */
export type Consent = Pick<Recipient, 'confirmed_at'> & FormConsent;

/** Why an address gets nothing more of a form, by what its mail service said; undefined when it does. */
export function blockOf(of: FormConsent | undefined): 'bounced' | 'complained' | undefined {
  if (of?.complained_at !== undefined) return 'complained';
  return of?.bounced_at === undefined ? undefined : 'bounced';
}

/**
 * The id of an address among the recipients of an account. It is a digest, so that queues and logs can name a recipient
 * without the address. Case does not matter.
 */
export function recipientIdOf(accountId: string, address: string): string {
  const digest = createHash('sha256').update(`${accountId}\n${address.toLowerCase()}`).digest('hex');
  return `rcp_${digest.slice(0, 32)}`;
}

/**
 * @param of what is stored of the recipient; undefined when nothing is
 * @param ownerEmail the address of the account's owner, which the operator vouches for
 */
export function recipientStatus(
  address: string,
  of: Consent | undefined,
  ownerEmail: string | undefined,
): RecipientStatus {
  const block = blockOf(of);
  if (block) return block;
  if (of?.unsubscribed_at !== undefined) return 'unsubscribed';
  const isOwner = ownerEmail?.toLowerCase() === address.toLowerCase();
  return isOwner || of?.confirmed_at !== undefined ? 'confirmed' : 'pending';
}

/** A recipient, and what it wants of a form. */
export type FormRecipient = Recipient & FormConsent;

/** The recipients as the functions that send know them. */
export interface Recipients {
  /** A recipient as it stands on a form; undefined when there is none. */
  find(subject: {
    account_id: string;
    form_id: string;
    recipient_id: string;
  }): Promise<FormRecipient | undefined>;
  /** The same for any address, whether it is one of the form's recipients or not. */
  findConsent(subject: { form_id: string; recipient_id: string }): Promise<FormConsent | undefined>;
  /** Stores the address as a recipient that has not confirmed, unless it is stored already. */
  add(accountId: string, address: string, linkKey: string): Promise<Recipient>;
  /**
   * Reserves a confirmation e-mail for this request; false when the recipient got one in the last day, or three
   * already. Exact under races, and true again for the request that has it.
   */
  reserveConfirmation(accountId: string, recipientId: string, request: string, now: number): Promise<boolean>;
}
