/** Decides whether an issuer's claims about a user allow a sign-in (docs/specification.md, "Signing in"). */
import * as z from 'zod';
import { epochSeconds } from '../core/clock.ts';
import { singleLine } from '../core/text/text.ts';
import { emailAddress, withAsciiDomain } from '../core/text/email-address.ts';

/** Number of seconds that the issuer's clock may be ahead of the service's clock. */
export const CLOCK_TOLERANCE = 5;

const MAX_NAME_LENGTH = 100;

/**
 * Claims from the issuer's user info, or from an ID token that has been verified. `email_verified` can have
 * any type, but only `true` counts.
 */
export const issuerClaims = z.looseObject({
  iss: z.string().optional(),
  sub: z.string(),
  azp: z.unknown().optional(),
  iat: z.number().optional(),
  email: z.string().optional().catch(undefined),
  email_verified: z.unknown().optional(),
  name: z.string().optional().catch(undefined),
});
export type IssuerClaims = z.output<typeof issuerClaims>;

/** A signed-in user, identified by the issuer's user id and the verified e-mail address. */
export interface SignedInPerson {
  readonly iss: string;
  readonly sub: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Reasons to reject a sign-in that was completed at the issuer. */
export type ClaimsRefusal = 'token-refused' | 'email-not-verified';

export interface ClaimRules {
  readonly clientId: string;
  /** If true, trusts an e-mail address when the issuer doesn't say whether it is verified. */
  readonly trustEmail: boolean;
}

/**
 * Returns true if the user info must be requested, because the ID token lacks the e-mail address or doesn't
 * say whether it is verified.
 */
export const lacksEmail = ({ email, email_verified }: IssuerClaims): boolean =>
  email === undefined || email_verified === undefined;

/**
 * Returns the user described by an ID token and the issuer's user info. The token takes precedence.
 *
 * Always rejects an e-mail address that the issuer declares unverified. If the issuer doesn't say whether the
 * address is verified, rejects it unless the stage trusts the issuer's addresses.
 */
export function personOf(
  token: IssuerClaims,
  userInfo: IssuerClaims | undefined,
  { clientId, trustEmail }: ClaimRules,
  at: number,
): SignedInPerson | ClaimsRefusal {
  const { iss, iat = 0, azp } = token;
  if (iss === undefined || iat > epochSeconds(at) + CLOCK_TOLERANCE) return 'token-refused';
  // Reject a token that was issued to another client, even if its audience includes this client.
  if (azp !== undefined && azp !== clientId) return 'token-refused';
  const email = token.email ?? userInfo?.email;
  // Ignore `email_verified` in the user info if it contains a different e-mail address than the ID token.
  const verifiedByUserInfo = email === userInfo?.email ? userInfo?.email_verified : undefined;
  // Ignore `email_verified` in an ID token that contains no e-mail address.
  const isForNoAddress = token.email === undefined && email !== undefined && token.email_verified === true;
  const verified =
    token.email_verified === undefined || isForNoAddress ? verifiedByUserInfo : token.email_verified;
  if (verified !== true && !(verified === undefined && trustEmail)) return 'email-not-verified';
  const name = nameOf(token.name ?? userInfo?.name ?? '');
  const address = emailAddress.safeParse(withAsciiDomain(email?.trim() ?? ''));
  const person: SignedInPerson = {
    iss,
    sub: token.sub,
    ...(address.success && { email: address.data }),
    ...(name !== '' && { name }),
  };
  return person;
}

/**
 * Cleans the user's name. Many issuers let users choose their own name, and names in the audit log must not
 * look like other data.
 */
const nameOf = (text: string): string =>
  singleLine(
    text
      .trim()
      .slice(0, MAX_NAME_LENGTH)
      .replace(/[\uD800-\uDBFF]$/, ''),
  );
