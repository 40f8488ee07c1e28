/** Invitations to an account: what lets an address become a member, for seven days. */
import * as z from 'zod';
import { epochSeconds, HOUR } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counter-limit.ts';
import { emailKey } from '../identity.ts';
import type { Member } from '../../auth/member.ts';

/** An invitation as it is stored, until it is accepted. */
export const invitation = z.object({
  account_id: z.string(),
  email_key: z.string(),
  member_id: z.string(),
  /** Seconds since the epoch; DynamoDB's TTL deletes the invitation up to two days later. */
  expires_at: z.int(),
});
export type Invitation = z.infer<typeof invitation>;

/** The invitation of a member who is not active yet. */
export function invitationOf({ account_id, member_id, email, invited_until = '' }: Member): Invitation {
  const expires_at = epochSeconds(Date.parse(invited_until));
  return { account_id, email_key: emailKey(email), member_id, expires_at };
}

/** A person is to be invited. Ids only: the address is read when the e-mail is sent. */
export const invitationEmailJob = z.object({
  kind: z.literal('invitation'),
  account_id: z.string(),
  member_id: z.string(),
  /** Tells a renewed invitation from the one before. */
  invited_at: z.string(),
});
export type InvitationEmailJob = z.infer<typeof invitationEmailJob>;

export const invitationJob = ({ account_id, member_id, invited_at }: Member): InvitationEmailJob => ({
  kind: 'invitation',
  account_id,
  member_id,
  invited_at,
});

/** How the names of these counters begin. */
export const INVITING_COUNTER = 'inviting#';
const INVITATIONS_AN_HOUR = 50;

/** The invitations of an account in the hour that `at` lies in, renewed ones included: each is an e-mail. */
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
