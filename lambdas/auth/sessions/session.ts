/**
 * Sessions of the page that people use: of a member who signed in, or of a management key. A session ends after 12 hours
 * without a request, after 7 days in any case, and with its member or key (docs/specification.md, "Sessions").
 */
import * as z from 'zod';
import { secretHash } from '../checksummed-secret.ts';
import { DAY, epochSeconds, HOUR, MINUTE, timestamp } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';

/** A session without a request for so long has ended, in milliseconds. */
export const SESSION_IDLE = 12 * HOUR;
/** No session is older, in milliseconds. */
export const SESSION_LIFETIME = 7 * DAY;
/** The last use is stored at most so often, in milliseconds. */
const TOUCH_INTERVAL = 5 * MINUTE;
const SECRET_BYTES = 32;

/** Whose session it is: a member's, or that of whoever has this management key. */
export type SessionHolder =
  | { readonly account_id: string; readonly member_id: string }
  | { readonly account_id: string; readonly key_hash: string };

/** A session as it is stored. */
export const session = z.object({
  /** The account and the member or key, as `holderId` writes them. */
  holder_id: z.string(),
  session_hash: z.string(),
  created_at: z.string(),
  /** Time of the last request, to a few minutes. */
  last_used_at: z.string(),
  /** Seconds since the epoch; DynamoDB's TTL deletes the session up to two days later. */
  expires_at: z.int(),
});
export type Session = z.infer<typeof session>;

/** What a session's cookie says: whose it is, so that session and holder are read together, and which. */
export interface SessionReference {
  readonly holder: SessionHolder;
  readonly session_hash: string;
}

/** The partition of a holder's sessions. */
export function holderId(holder: SessionHolder): string {
  return `${holder.account_id}#${'member_id' in holder ? holder.member_id : holder.key_hash}`;
}

/**
 * Makes a session.
 * @returns the value of its cookie, which is not stored, and what is stored
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

/** The session that the value of a cookie names; undefined when it is malformed. Needs no read. */
export function parseSession(cookie: string): SessionReference | undefined {
  const [, account_id, member_id, key_hash, secret] = COOKIE.exec(cookie) ?? [];
  if (account_id === undefined || secret === undefined) return undefined;
  const session_hash = secretHash(secret);
  if (member_id !== undefined) return { holder: { account_id, member_id }, session_hash };
  return key_hash === undefined ? undefined : { holder: { account_id, key_hash }, session_hash };
}

/** Whether the session lasts at this time. */
export function isSessionLive({ created_at, last_used_at }: Session, at: number): boolean {
  return at < Date.parse(last_used_at) + SESSION_IDLE && at < Date.parse(created_at) + SESSION_LIFETIME;
}

/** Whether the time of the last use is to be stored anew. */
export function isTouchDue({ last_used_at }: Pick<Session, 'last_used_at'>, at: number): boolean {
  return Date.parse(last_used_at) <= at - TOUCH_INTERVAL;
}

/** What is stored when the session is used now: its end moves on, but not beyond its lifetime. */
export function touched({ created_at }: Session, at: number): Pick<Session, 'last_used_at' | 'expires_at'> {
  const end = Math.min(at + SESSION_IDLE, Date.parse(created_at) + SESSION_LIFETIME);
  return { last_used_at: timestamp(at), expires_at: epochSeconds(end) };
}
