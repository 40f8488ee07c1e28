/**
 * Implements refresh tokens. The tokens of a connection form a family with one current token. A client that
 * presents the current token gets its successor. The previous token is accepted for a short grace period, in
 * case the client didn't receive the response. For the previous token, the service returns the same successor
 * again, so there is never more than one current token. If a client uses an older token, the token was
 * probably stolen, and the connection ends (RFC 9700, section 4.14.2).
 *
 * A token consists of `svc_rt_`, part of its connection's id, 32 characters shared by the family, 32
 * characters unique to the token, and a checksum. Only hashes are stored. The shared characters distinguish
 * replaced tokens from made-up ones. Otherwise, anyone who knows a connection's id could end the connection
 * with a made-up token. A successor is derived from its predecessor and from stored random bytes. Neither a
 * stolen token nor the table alone is enough to compute the next token.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { hasValidChecksum, newSecret, randomBase62, secretHash } from '../checksummed-secret.ts';
import { DAY, SECOND, timestamp } from '../../core/clock.ts';
import { accountIdOfConnection } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';

/** Time after which an unused connection expires, in milliseconds. */
export const REFRESH_LIFETIME = 30 * DAY;
/**
 * Grace period for the previous token, in milliseconds. It must be longer than the API gateway's timeout of
 * 30 s, so that clients can retry a request that timed out.
 */
export const GRACE = 60 * SECOND;

const PREFIX = 'svc_rt_';
const ID_PREFIX = 'con_';
const ID_PART = 38;
const FAMILY_PART = 32;
const SALT_BYTES = 32;

/** Schema of a stored family. */
export const refreshFamily = z.object({
  /** Hash of the characters that all tokens of the family share. */
  family_hash: z.string(),
  token_hash: z.string(),
  /**
   * The previous token and the `salt` that was used to derive the current token from it. Absent before the
   * first rotation.
   */
  previous: z.object({ token_hash: z.string(), salt: z.string(), rotated_at: z.string() }).optional(),
  expires_at: z.string(),
});
export type RefreshFamily = z.infer<typeof refreshFamily>;

/** The parts of a well-formed refresh token that are needed to look it up and verify it. */
export interface RefreshToken {
  readonly text: string;
  readonly account_id: string;
  readonly connection_id: string;
  readonly family_hash: string;
  readonly token_hash: string;
}

/** How to respond to a request with a refresh token. */
export type RefreshDecision =
  /** Return `token` and store `after`, unless another request rotated the refresh token first. */
  | { readonly kind: 'rotate'; readonly token: string; readonly after: RefreshFamily }
  /** Return the current token again, because the client didn't receive the first response. */
  | { readonly kind: 'repeat'; readonly token: string }
  /** End the connection, because the client used a token that was replaced earlier. */
  | { readonly kind: 'reuse' }
  /** The token was never issued or was unused for too long. */
  | { readonly kind: 'refuse' };

/**
 * Creates a connection's first refresh token.
 * @returns the token, which is shown only once, and its stored form
 */
export function newRefreshFamily(
  connectionId: string,
  at: number,
  random: RandomBytes,
): { token: string; family: RefreshFamily } {
  const start = `${PREFIX}${connectionId.slice(ID_PREFIX.length)}${randomBase62(random)}`;
  const token = newSecret(start, random);
  const { family_hash, token_hash } = parsed(token);
  return { token, family: { family_hash, token_hash, expires_at: timestamp(at + REFRESH_LIFETIME) } };
}

/**
 * Parses a refresh token. Returns undefined if its format or checksum is wrong. Doesn't access the database.
 */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  if (!text.startsWith(PREFIX) || !hasValidChecksum(text, startOf(text))) return undefined;
  const token = parsed(text);
  return token.account_id === '' ? undefined : token;
}

function parsed(text: string): RefreshToken {
  const start = startOf(text);
  const connection_id = `${ID_PREFIX}${start.slice(PREFIX.length, PREFIX.length + ID_PART)}`;
  return {
    text,
    connection_id,
    account_id: accountIdOfConnection(connection_id) ?? '',
    family_hash: secretHash(start),
    token_hash: secretHash(text),
  };
}

/** Returns the part of a token that all tokens of its family share. */
const startOf = (text: string): string => text.slice(0, PREFIX.length + ID_PART + FAMILY_PART);

/** Decides how to respond to a refresh token, based on the connection's stored family. */
export function refresh(
  family: RefreshFamily,
  presented: RefreshToken,
  at: number,
  random: RandomBytes,
): RefreshDecision {
  if (presented.family_hash !== family.family_hash) return { kind: 'refuse' };
  if (presented.token_hash === family.token_hash)
    return at < Date.parse(family.expires_at) ? rotated(family, presented, at, random) : { kind: 'refuse' };
  const { previous } = family;
  if (previous?.token_hash === presented.token_hash && at < Date.parse(previous.rotated_at) + GRACE)
    return { kind: 'repeat', token: successor(presented.text, previous.salt) };
  return { kind: 'reuse' };
}

function rotated(
  family: RefreshFamily,
  { text, token_hash }: RefreshToken,
  at: number,
  random: RandomBytes,
): RefreshDecision {
  const salt = Buffer.from(random(SALT_BYTES)).toString('base64url');
  const token = successor(text, salt);
  return {
    kind: 'rotate',
    token,
    after: {
      family_hash: family.family_hash,
      token_hash: secretHash(token),
      previous: { token_hash, salt, rotated_at: timestamp(at) },
      expires_at: timestamp(at + REFRESH_LIFETIME),
    },
  };
}

/** Derives the next token. The same salt always gives the same result. */
function successor(token: string, salt: string): string {
  let block = 0;
  return newSecret(startOf(token), (count) => {
    block += 1;
    return createHmac('sha512', token).update(`${salt}.${block}`).digest().subarray(0, count);
  });
}
