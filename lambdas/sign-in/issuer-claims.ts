/** What an issuer says about whoever signed in, and whether that is enough (docs/specification.md, "Signing in"). */
import * as z from 'zod';
import { epochSeconds } from '../core/clock.ts';
import { singleLine } from '../core/text.ts';
import { emailAddress, withAsciiDomain } from '../core/email-address.ts';

/** Seconds that the issuer's clock may be ahead of ours. */
export const CLOCK_TOLERANCE = 5;

const LONGEST_NAME = 100;

/**
 * Claims of an id token whose signature, issuer, audience, expiry and nonce have been checked, or of the issuer's
 * response about the person. Anything may be in `email_verified`: only `true` counts.
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

/** Whoever signed in: how the issuer names them, and the address that it has verified. */
export interface SignedInPerson {
  readonly iss: string;
  readonly sub: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Why a sign-in that the issuer has completed is refused. */
export type ClaimsRefusal = 'token-refused' | 'email-not-verified';

export interface ClaimRules {
  readonly clientId: string;
  /** Whether an address counts as verified when the issuer does not say whether it is. */
  readonly trustEmail: boolean;
}

/** Whether the id token says too little of the e-mail address, so that the issuer has to be asked for the person. */
export const lacksEmail = ({ email, email_verified }: IssuerClaims): boolean =>
  email === undefined || email_verified === undefined;

/**
 * The person of an id token, completed by what the issuer says about the person when it is asked. What the token says
 * counts first.
 *
 * An address that the issuer calls unverified is always refused; one of which it says nothing is refused unless the
 * stage trusts it.
 */
export function personOf(
  token: IssuerClaims,
  userInfo: IssuerClaims | undefined,
  { clientId, trustEmail }: ClaimRules,
  at: number,
): SignedInPerson | ClaimsRefusal {
  const { iss, iat = 0, azp } = token;
  if (iss === undefined || iat > epochSeconds(at) + CLOCK_TOLERANCE) return 'token-refused';
  // A token that was issued to another client of the same audience.
  if (azp !== undefined && azp !== clientId) return 'token-refused';
  const email = token.email ?? userInfo?.email;
  // What is said of another address says nothing of this one.
  const saidElsewhere = email === userInfo?.email ? userInfo?.email_verified : undefined;
  // A token that names no address verifies none.
  const isElsewhere = token.email === undefined && email !== undefined && token.email_verified === true;
  const verified = token.email_verified === undefined || isElsewhere ? saidElsewhere : token.email_verified;
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

/** People choose it themselves at many issuers, and it stands in the audit log: it must not pass for anything else. */
const nameOf = (text: string): string =>
  singleLine(
    text
      .trim()
      .slice(0, LONGEST_NAME)
      .replace(/[\uD800-\uDBFF]$/, ''),
  );
