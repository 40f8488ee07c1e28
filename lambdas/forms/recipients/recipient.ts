/**
 * Defines the recipients of an account's e-mails: people who have agreed to receive e-mails, and the forms
 * that may send them (docs/specification.md, "Recipients").
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY } from '../../core/clock.ts';

export const recipientStatuses = ['pending', 'confirmed', 'unsubscribed', 'bounced', 'complained'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** Lifetime of a confirmation link, in days. */
export const CONFIRMATION_DAYS = 7;
/** Maximum number of confirmation e-mails that an account sends to an unconfirmed address. */
export const MAX_CONFIRMATIONS = 3;
export const CONFIRMATION_INTERVAL = DAY;

/** Schema of a stored recipient. Recipients are stored separately for each account. */
export const recipient = z.object({
  recipient_id: z.string(),
  address: z.string(),
  /** Key that signs only this recipient's links. */
  link_key: z.string(),
  confirmed_at: z.string().optional(),
  /** Number of confirmation e-mails sent since the last confirmation. */
  asked: z.int().optional(),
  /** Id of the change that triggered the last confirmation e-mail. */
  asked_by: z.string().optional(),
});
export type Recipient = z.infer<typeof recipient>;

/**
 * Attributes to read when showing a recipient's status. These attributes include neither the link key nor the
 * address.
 */
export const consentAttributes = [
  'owner_id',
  'recipient_id',
  'confirmed_at',
  'unsubscribed_at',
  'bounced_at',
  'complained_at',
] as const;
/** Attributes that are read to determine whether a recipient may get a confirmation request. */
export const askedAttributes = ['owner_id', 'recipient_id', 'asked', 'asked_at'] as const;
/** Account attributes that are read to determine a recipient's status. */
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

/** The parts of a recipient that determine its status, without the link key. */
export type Consent = Pick<Recipient, 'confirmed_at'> & FormConsent;

/**
 * Returns the reason why a form no longer sends e-mails to an address, based on reports from the recipient's
 * mail service. Returns undefined if the form can send e-mails to this address.
 */
export function suppressionReason(of: FormConsent | undefined): 'bounced' | 'complained' | undefined {
  if (of?.complained_at !== undefined) return 'complained';
  return of?.bounced_at === undefined ? undefined : 'bounced';
}

/**
 * Returns an address's recipient id. The id is a case-insensitive digest, so queues and logs can identify a
 * recipient without containing the address.
 */
export function recipientIdOf(accountId: string, address: string): string {
  const digest = createHash('sha256').update(`${accountId}\n${address.toLowerCase()}`).digest('hex');
  return `rcp_${digest.slice(0, 32)}`;
}

/**
 * Returns a recipient's status.
 * @param of the recipient's stored data; undefined if the recipient isn't stored
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

/** The operations on recipients that functions need to send e-mails. */
export interface Recipients {
  /** Returns a recipient with its status for a form, or undefined if the recipient isn't stored. */
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
   * Reserves a confirmation e-mail for this request. Returns false if the recipient was sent a confirmation
   * e-mail in the last `interval` milliseconds (by default a day), or has been sent three in total.
   * Concurrent calls never exceed these limits, and repeating the same request returns true again.
   */
  reserveConfirmation(
    accountId: string,
    recipientId: string,
    request: string,
    now: number,
    interval?: number,
  ): Promise<boolean>;
}
