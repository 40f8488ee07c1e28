/**
 * Recipients of an account's e-mails: who has agreed to receive them, and from which forms
 * (docs/specification.md, "Recipients").
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../../core/clock.ts';

export const recipientStatuses = ['pending', 'confirmed', 'unsubscribed', 'bounced', 'complained'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** Number of days that a confirmation link is valid. */
export const CONFIRMATION_DAYS = 7;
/**
 * Maximum number of confirmation e-mails that an account sends to an address until the recipient confirms it.
 */
export const MAX_CONFIRMATIONS = 3;
export const CONFIRMATION_INTERVAL = DAY;

/** Schema of a stored recipient. Each account stores its own. */
export const recipient = z.object({
  recipient_id: z.string(),
  address: z.string(),
  /** Key that signs only this recipient's links. */
  link_key: z.string(),
  confirmed_at: z.string().optional(),
  /** Number of confirmation e-mails sent after the last confirmation. */
  asked: z.int().optional(),
  /** The request that the last confirmation e-mail was sent for. */
  asked_by: z.string().optional(),
});
export type Recipient = z.infer<typeof recipient>;

/** Attributes that are read to show a status. They include neither the link key nor the address. */
export const consentAttributes = [
  'owner_id',
  'recipient_id',
  'confirmed_at',
  'unsubscribed_at',
  'bounced_at',
  'complained_at',
] as const;
/** Account attributes that are read to determine a status. */
export const ownerAttributes = ['account_id', 'email'] as const;

/** A recipient's status for a form, including bounces and complaints. */
export interface FormConsent {
  /** When the recipient unsubscribed from the form. */
  readonly unsubscribed_at?: string | undefined;
  /** When an e-mail from the form permanently bounced. */
  readonly bounced_at?: string | undefined;
  /** When the recipient reported an e-mail from the form as spam. */
  readonly complained_at?: string | undefined;
}

/** Data that determines a recipient's status, without the link key. */
export type Consent = Pick<Recipient, 'confirmed_at'> & FormConsent;

/**
 * Returns the reason why an address no longer gets e-mails from a form, based on reports from its mail
 * service. Returns undefined if it still gets them.
 */
export function suppressionReason(of: FormConsent | undefined): 'bounced' | 'complained' | undefined {
  if (of?.complained_at !== undefined) return 'complained';
  return of?.bounced_at === undefined ? undefined : 'bounced';
}

/**
 * Returns the id of an address among an account's recipients. The id is a digest, so that queues and logs can
 * identify a recipient without containing the address. Ignores case.
 */
export function recipientIdOf(accountId: string, address: string): string {
  const digest = createHash('sha256').update(`${accountId}\n${address.toLowerCase()}`).digest('hex');
  return `rcp_${digest.slice(0, 32)}`;
}

/**
 * Returns a recipient's status.
 * @param of stored data of the recipient; undefined if there is none
 * @param ownerEmail address of the account's owner, which the operator has verified
 */
export function recipientStatus(
  address: string,
  of: Consent | undefined,
  ownerEmail: string | undefined,
): RecipientStatus {
  const block = suppressionReason(of);
  if (block) return block;
  if (of?.unsubscribed_at !== undefined) return 'unsubscribed';
  const isOwner = ownerEmail?.toLowerCase() === address.toLowerCase();
  return isOwner || of?.confirmed_at !== undefined ? 'confirmed' : 'pending';
}

/** A recipient with its status for a form. */
export type FormRecipient = Recipient & FormConsent;

/** Access to recipients for functions that send e-mails. */
export interface Recipients {
  /** Returns a recipient with its status for a form, or undefined if there is none. */
  find(subject: {
    account_id: string;
    form_id: string;
    recipient_id: string;
  }): Promise<FormRecipient | undefined>;
  /** Returns an address's status, even if it isn't one of the form's recipients. */
  findConsent(subject: { form_id: string; recipient_id: string }): Promise<FormConsent | undefined>;
  /** Stores the address as an unconfirmed recipient, unless it is already stored. */
  add(accountId: string, address: string, linkKey: string): Promise<Recipient>;
  /**
   * Reserves a confirmation e-mail for this request. Returns false if the recipient got one in the last day
   * or has already got three. Concurrent calls never exceed these limits, and repeating the same request
   * returns true again.
   */
  reserveConfirmation(accountId: string, recipientId: string, request: string, now: number): Promise<boolean>;
}
