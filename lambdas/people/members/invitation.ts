/** Defines invitations to an account. An invited user can become a member within seven days. */
import * as z from 'zod';
import { epochSeconds, HOUR } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counters/counter-limit.ts';
import { emailKey } from '../identity.ts';
import type { Member } from '../../auth/member.ts';

/** A stored invitation that hasn't been accepted yet. */
export const invitation = z.object({
  account_id: z.string(),
  email_key: z.string(),
  member_id: z.string(),
  /** Seconds since the epoch. DynamoDB's TTL deletes the invitation within two days after that. */
  expires_at: z.int(),
});
export type Invitation = z.infer<typeof invitation>;

/** Returns the invitation of a member who hasn't joined yet. */
export function invitationOf({ account_id, member_id, email, invited_until = '' }: Member): Invitation {
  const expires_at = epochSeconds(Date.parse(invited_until));
  return { account_id, email_key: emailKey(email), member_id, expires_at };
}

/**
 * A job that sends an invitation. The job contains only ids, and the address is read when the e-mail is sent.
 */
export const invitationEmailJob = z.object({
  kind: z.literal('invitation'),
  account_id: z.string(),
  member_id: z.string(),
  /** Identifies the invitation's last renewal, because each renewal changes this time. */
  invited_at: z.string(),
});
export type InvitationEmailJob = z.infer<typeof invitationEmailJob>;

export const invitationJob = ({ account_id, member_id, invited_at }: Member): InvitationEmailJob => ({
  kind: 'invitation',
  account_id,
  member_id,
  invited_at,
});

/** Prefix for the names of the invitation counters. */
export const INVITING_COUNTER = 'inviting#';
const INVITATIONS_AN_HOUR = 50;

/**
 * Returns the rate limit counter for the account's invitations in the clock hour that contains `at`. Renewals
 * count too, because each renewal sends an e-mail.
 */
export function invitingCounter(accountId: string, at: number): WindowLimit {
  const hour = Math.floor(at / HOUR);
  const endsAt = (hour + 1) * HOUR;
  return {
    counter: `${INVITING_COUNTER}${accountId}#${hour}`,
    limit: INVITATIONS_AN_HOUR,
    expiresAt: epochSeconds(endsAt) + 60,
    endsAt,
  };
}
