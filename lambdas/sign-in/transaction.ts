/**
 * A sign-in that has begun: what the browser keeps of it in a cookie until it comes back from the issuer. There is one
 * cookie for each sign-in, so that two tabs do not disturb each other.
 *
 * Everything that the protocol wants to be unguessable is derived from the cookie's value, which holds a secret. The
 * issuer gives `state` back, so a value that was changed in any way belongs to no `state` any more; nothing needs to be
 * stored or signed.
 */
import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { MINUTE, SECOND } from '../core/clock.ts';
import { hostCookies, setCookie, type CookieTarget } from '../auth/sessions/host-cookie.ts';
import type { RandomBytes } from '../core/random.ts';
import { returnTarget } from './return-target.ts';

/** Time to sign in at the issuer, in milliseconds: people look for a code in their e-mails. */
export const TRANSACTION_LIFETIME = 15 * MINUTE;
/** Sign-ins that a browser may have begun at a time: browsers and gateways limit what cookies may take. */
const MOST_TRANSACTIONS = 5;
/** Characters that all of them may take: the gateway refuses requests with 10 KB of headers. */
const MOST_CHARACTERS = 6000;
const SECRET_BYTES = 32;
const NAME = 'svc-sign-in-';
/** Characters of `state` in the name of its cookie. */
const STATE_IN_NAME = 16;

const contents = z.object({
  /** Milliseconds since the epoch. */
  startedAt: z.int().positive(),
  /** The page of the console to come back to. */
  returnTo: returnTarget,
  /** The account to sign in to; absent where any will do. */
  account: z.string().optional(),
  /** The session that the browser had; absent when it had none, or came from another website. */
  session: z
    .object({
      holder: z.union([
        z.object({ account_id: z.string(), member_id: z.string() }),
        z.object({ account_id: z.string(), key_hash: z.string() }),
      ]),
      session_hash: z.string(),
    })
    .optional(),
});

export interface Transaction extends z.output<typeof contents> {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636), and what the issuer is told of it. */
  readonly codeVerifier: string;
  readonly codeChallenge: string;
  /** The value of its cookie. */
  readonly cookie: string;
}

/** Begins a sign-in. */
export function newTransaction(of: z.input<typeof contents>, random: RandomBytes): Transaction {
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url');
  const kept = contents.parse(of);
  return derived(`${secret}.${Buffer.from(JSON.stringify(kept)).toString('base64url')}`, kept);
}

const COOKIE = /^[A-Za-z0-9_-]{43}\.([A-Za-z0-9_-]{1,4000})$/;

/** The sign-in of a cookie's value; undefined when it is malformed. */
function parseTransaction(cookie: string): Transaction | undefined {
  const encoded = COOKIE.exec(cookie)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const kept = contents.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
    return kept.success ? derived(cookie, kept.data) : undefined;
  } catch {
    return undefined;
  }
}

function derived(cookie: string, kept: z.output<typeof contents>): Transaction {
  const derive = (purpose: string): string =>
    createHmac('sha256', cookie).update(purpose).digest('base64url');
  const codeVerifier = derive('code verifier');
  return {
    ...kept,
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    cookie,
  };
}

/**
 * The `Set-Cookie`s of a sign-in that begins in a browser with these cookies: its own, and those that take away the
 * oldest ones above the limit.
 */
export function transactionCookies(
  started: Transaction,
  cookies: readonly string[] | undefined,
  target: CookieTarget,
): string[] {
  const before = [...hostCookies(cookies, NAME, target.baseUrl)]
    .map(([name, value]) => ({ name, value, startedAt: parseTransaction(value)?.startedAt ?? 0 }))
    .sort((a, b) => b.startedAt - a.startedAt);
  let length = started.cookie.length;
  const dropped = before.filter(({ value }, index) => {
    length += value.length;
    return index >= MOST_TRANSACTIONS - 1 || length > MOST_CHARACTERS;
  });
  return [
    setCookie(
      {
        name: nameOf(started.state),
        value: started.cookie,
        maxAgeSeconds: TRANSACTION_LIFETIME / SECOND,
        // The issuer leads the browser back here, with which it sends no cookie that is `Strict`.
        sameSite: 'Lax',
      },
      target,
    ),
    ...dropped.map(({ name }) => withoutCookie(name, target)),
  ];
}

/**
 * The sign-in that this `state` belongs to, among the cookies of a request; undefined when the browser has not begun
 * it, or too long ago.
 */
export function transactionOf(
  state: string,
  cookies: readonly string[] | undefined,
  baseUrl: string,
  at: number,
): Transaction | undefined {
  const value = hostCookies(cookies, NAME, baseUrl).get(nameOf(state));
  const found = value === undefined ? undefined : parseTransaction(value);
  return found?.state === state && at < found.startedAt + TRANSACTION_LIFETIME ? found : undefined;
}

/** The `Set-Cookie` that ends the sign-in of this `state`, so that it is not completed twice. */
export function endedTransactionCookie(state: string, target: CookieTarget): string {
  return withoutCookie(nameOf(state), target);
}

const nameOf = (state: string): string => `${NAME}${state.slice(0, STATE_IN_NAME)}`;

function withoutCookie(name: string, target: CookieTarget): string {
  return setCookie({ name, value: '', maxAgeSeconds: 0, sameSite: 'Lax' }, target);
}
