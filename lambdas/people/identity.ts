/**
 * What leads from a sign-in to members: an identity (an issuer's name for a person) that is bound to a member, and the
 * e-mail address of each member, by which an invitation is found. A person may be a member of several accounts.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { withAsciiDomain } from '../core/email-address.ts';

/** Who signed in, as the issuer's id token names them. `sub` alone is unique only within its issuer. */
export interface Identity {
  readonly iss: string;
  readonly sub: string;
}

/** A row of the table Identities. */
export const identityRow = z.object({
  identity_key: z.string(),
  account_id: z.string(),
  member_id: z.string(),
  /** Time of the last sign-in to this account; absent before the first one, and of e-mail addresses. */
  signed_in_at: z.string().optional(),
});
export type IdentityRow = z.infer<typeof identityRow>;

/** The key of a bound identity. */
export const identityKey = ({ iss, sub }: Identity): string => `oidc#${digest(JSON.stringify([iss, sub]))}`;

/**
 * The key of an e-mail address, among the invitations of an account. It is a digest, so that keys can be logged. Case
 * does not matter, nor whether the domain is written in ASCII.
 */
export const emailKey = (address: string): string => digest(withAsciiDomain(address).toLowerCase());

/** The key of an e-mail address among the identities. */
export const emailIdentityKey = (address: string): string => `email#${emailKey(address)}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
