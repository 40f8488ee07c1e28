/**
 * Defines console sessions, which belong to a signed-in member or to a management key. A session ends after
 * 12 hours of inactivity, after 7 days at the latest, or when its member or key is removed
 * (docs/specification.md, "Sessions").
 */
import * as z from 'zod';
import { secretHash } from '../checksummed-secret.ts';
import { DAY, epochSeconds, HOUR, MINUTE, timestamp } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';

/** Time after which an inactive session ends, in milliseconds. */
export const SESSION_IDLE = 12 * HOUR;
/** Maximum age of a session, in milliseconds. */
export const SESSION_LIFETIME = 7 * DAY;
/** Minimum interval between updates of `last_used_at`, in milliseconds. */
const TOUCH_INTERVAL = 5 * MINUTE;
const SECRET_BYTES = 32;

/** Owner of a session: a member, or the holder of a management key. */
export type SessionHolder =
  | { readonly account_id: string; readonly member_id: string }
  | { readonly account_id: string; readonly key_hash: string };

/** Schema of a stored session. */
export const session = z.object({
  /** Partition key, as returned by `holderId`. It identifies the account and the member or key. */
  holder_id: z.string(),
  session_hash: z.string(),
  created_at: z.string(),
  /** Time of the last request, accurate to a few minutes. */
  last_used_at: z.string(),
  /** Unix time, in seconds. DynamoDB's TTL can take another two days to delete the session. */
  expires_at: z.int(),
});
export type Session = z.infer<typeof session>;

/**
 * Content of a session cookie: the session's hash and its holder, so that a single call can read both items.
 */
export interface SessionReference {
  readonly holder: SessionHolder;
  readonly session_hash: string;
}

/** Returns the partition key for the sessions of a member or key. */
export function holderId(holder: SessionHolder): string {
  return `${holder.account_id}#${'member_id' in holder ? holder.member_id : holder.key_hash}`;
}

/**
 * Creates a session.
 * @returns the value of the session cookie, which is not stored, and the stored session
 */
export function newSession(
  holder: SessionHolder,
  at: number,
  random: RandomBytes,
): { cookie: string; stored: Session } {
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url');
  const subject = 'member_id' in holder ? holder.member_id : holder.key_hash;
  return {
    cookie: `${holder.account_id}.${subject}.${secret}`,
    stored: {
      holder_id: holderId(holder),
      session_hash: secretHash(secret),
      created_at: timestamp(at),
      last_used_at: timestamp(at),
      expires_at: epochSeconds(at + SESSION_IDLE),
    },
  };
}

const COOKIE = /^(acc_[0-9A-Z]{12})\.(?:(mem_[0-9A-Z]{26})|([A-Za-z0-9_-]{43}))\.([A-Za-z0-9_-]{43})$/;

/**
 * Parses the value of a session cookie. Returns undefined if the value is malformed. Doesn't access the
 * database.
 */
export function parseSession(cookie: string): SessionReference | undefined {
  const [, account_id, member_id, key_hash, secret] = COOKIE.exec(cookie) ?? [];
  if (account_id === undefined || secret === undefined) return undefined;
  const session_hash = secretHash(secret);
  if (member_id !== undefined) return { holder: { account_id, member_id }, session_hash };
  return key_hash === undefined ? undefined : { holder: { account_id, key_hash }, session_hash };
}

/** Returns true if the session is valid at this time. */
export function isSessionLive({ created_at, last_used_at }: Session, at: number): boolean {
  return at < Date.parse(last_used_at) + SESSION_IDLE && at < Date.parse(created_at) + SESSION_LIFETIME;
}

/** Returns true if the stored time of the last use must be updated. */
export function isTouchDue({ last_used_at }: Pick<Session, 'last_used_at'>, at: number): boolean {
  return Date.parse(last_used_at) <= at - TOUCH_INTERVAL;
}

/**
 * Returns the attributes to update when the session is used. Each use extends the session until it reaches
 * its maximum lifetime.
 */
export function touched({ created_at }: Session, at: number): Pick<Session, 'last_used_at' | 'expires_at'> {
  const end = Math.min(at + SESSION_IDLE, Date.parse(created_at) + SESSION_LIFETIME);
  return { last_used_at: timestamp(at), expires_at: epochSeconds(end) };
}
