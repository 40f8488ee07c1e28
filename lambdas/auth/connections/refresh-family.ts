/**
 * The refresh tokens of a connection form a family, one of which is current. A client that presents the
 * current one gets its successor. The previous one is accepted for a short grace period, for a client that
 * did not get the response. It gets the same successor again, so that there are never two branches. An older
 * token means that a token was stolen, and the connection ends (RFC 9700, section 4.14.2).
 *
 * A token consists of `svc_rt_`, part of its connection's id, 32 characters of the family, 32 of its own and
 * a checksum. Only hashes are stored. The family's characters distinguish an old token from a made-up one.
 * Without them, anyone who knows a connection's id could end it. A successor is derived from its predecessor
 * and from stored random bytes, so neither a thief of an old token nor a reader of the table can compute the
 * next one.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { hasValidChecksum, newSecret, randomBase62, secretHash } from '../checksummed-secret.ts';
import { DAY, SECOND, timestamp } from '../../core/clock.ts';
import { accountIdOfConnection } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';

/** How long a connection may stay unused, in milliseconds. */
export const REFRESH_LIFETIME = 30 * DAY;
/** How long the previous token is accepted, in milliseconds. The gateway gives up after 30 s. */
export const GRACE = 60 * SECOND;

const PREFIX = 'svc_rt_';
const ID_PREFIX = 'con_';
const ID_PART = 38;
const FAMILY_PART = 32;
const SALT_BYTES = 32;

/** A family as stored. */
export const refreshFamily = z.object({
  /** Hash of the characters that all tokens of the family share. */
  family_hash: z.string(),
  /** Hash of the current token. */
  token_hash: z.string(),
  /**
   * The previous token, from which the current one was derived with `salt`. Absent before the first rotation.
   */
  previous: z.object({ token_hash: z.string(), salt: z.string(), rotated_at: z.string() }).optional(),
  /** When the current token expires. */
  expires_at: z.string(),
});
export type RefreshFamily = z.infer<typeof refreshFamily>;

/** A well-formed refresh token, with the values used to look it up and compare it. */
export interface RefreshToken {
  readonly text: string;
  readonly account_id: string;
  readonly connection_id: string;
  readonly family_hash: string;
  readonly token_hash: string;
}

/** How to respond to a request with a refresh token. */
export type RefreshDecision =
  /** The client gets `token`. `after` is stored unless another request was faster. */
  | { readonly kind: 'rotate'; readonly token: string; readonly after: RefreshFamily }
  /** The client gets the successor that it missed. */
  | { readonly kind: 'repeat'; readonly token: string }
  /** The token was already replaced, so the connection ends. */
  | { readonly kind: 'reuse' }
  /** The token is made up, or was unused for too long. */
  | { readonly kind: 'refuse' };

/**
 * Creates the first refresh token of a connection.
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

/** Parses the text as a refresh token; undefined if its form or checksum is wrong. Needs no read. */
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

/** Returns the prefix that all tokens of a family share. */
const startOf = (text: string): string => text.slice(0, PREFIX.length + ID_PART + FAMILY_PART);

/** Decides how to respond to a refresh token, given the family of the connection that it names. */
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

/** Returns the token that follows this one. The result is the same for the same salt. */
function successor(token: string, salt: string): string {
  let block = 0;
  return newSecret(startOf(token), (count) => {
    block += 1;
    return createHmac('sha512', token).update(`${salt}.${block}`).digest().subarray(0, count);
  });
}
