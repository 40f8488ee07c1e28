/**
 * Defines the table items that connect sign-ins to members. An identity is a user's id at an issuer. It can
 * be bound to members of several accounts. Invitations are found by e-mail address.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { withAsciiDomain } from '../core/text/email-address.ts';

/** A user who signed in, as identified by the issuer's ID token. `sub` is unique only within its issuer. */
export interface Identity {
  readonly iss: string;
  readonly sub: string;
}

/** An item in the Identities table. */
export const identityRow = z.object({
  identity_key: z.string(),
  account_id: z.string(),
  member_id: z.string(),
  /**
   * Time of the last sign-in to this account. Undefined before the first sign-in and in items for e-mail
   * addresses.
   */
  signed_in_at: z.string().optional(),
});
export type IdentityRow = z.infer<typeof identityRow>;

/** Returns the key of a bound identity. */
export const identityKey = ({ iss, sub }: Identity): string => `oidc#${digest(JSON.stringify([iss, sub]))}`;

/**
 * Returns the key for an e-mail address in an account's invitations. The key is a digest, so it can be
 * logged. It doesn't depend on case, or on whether the domain is written in Unicode or ASCII.
 */
export const emailKey = (address: string): string => digest(withAsciiDomain(address).toLowerCase());

/** Returns the key for an e-mail address in the Identities table. */
export const emailIdentityKey = (address: string): string => `email#${emailKey(address)}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
