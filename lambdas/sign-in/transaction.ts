/**
 * Stores a sign-in in progress in a browser cookie until the issuer redirects the browser back. Each sign-in
 * has a separate cookie, so that two tabs don't interfere with each other.
 *
 * The cookie contains a secret. The `state` parameter, the nonce and the PKCE code verifier are derived from
 * it. If the cookie is modified, it no longer matches the `state` that the issuer returns. The service
 * therefore doesn't need to store or sign anything.
 */
import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { MINUTE, SECOND } from '../core/clock.ts';
import { hostCookies, setCookie, type CookieTarget } from '../auth/sessions/host-cookie.ts';
import type { RandomBytes } from '../core/random.ts';
import { returnTarget } from './return-target.ts';

/** Time limit for signing in at the issuer, in milliseconds. Users may have to wait for a code by e-mail. */
export const TRANSACTION_LIFETIME = 15 * MINUTE;
/**
 * Maximum number of sign-ins in progress per browser. Browsers and gateways limit the total size of cookies.
 */
const MAX_TRANSACTIONS = 5;
/**
 * Maximum total length of the sign-in cookies, in characters. The gateway rejects requests with more than 10
 * KB of headers.
 */
const MAX_CHARACTERS = 6000;
const SECRET_BYTES = 32;
const NAME = 'svc-sign-in-';
/** Number of characters of `state` that are part of the cookie's name. */
const STATE_IN_NAME = 16;

const contents = z.object({
  /** Time when the sign-in started, in milliseconds since the epoch. */
  startedAt: z.int().positive(),
  /** Page to return to: a console page, or the page for authorizing an app. */
  returnTo: returnTarget,
  /** Account to sign in to. Absent if any account may be used. */
  account: z.string().optional(),
  /** The browser's previous session. Absent if there was none, or if another website started the sign-in. */
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
  /** The PKCE code verifier (RFC 7636). The service sends the issuer a challenge that is derived from it. */
  readonly codeVerifier: string;
  readonly codeChallenge: string;
  readonly cookie: string;
}

/** Creates the data for a new sign-in. */
export function newTransaction(of: z.input<typeof contents>, random: RandomBytes): Transaction {
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url');
  const kept = contents.parse(of);
  return derived(`${secret}.${Buffer.from(JSON.stringify(kept)).toString('base64url')}`, kept);
}

const COOKIE = /^[A-Za-z0-9_-]{43}\.([A-Za-z0-9_-]{1,4000})$/;

/** Parses the sign-in from a cookie's value. Returns undefined if it is malformed. */
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
 * Returns the `Set-Cookie` headers for a new sign-in in a browser that has these cookies. The first header
 * stores the sign-in. Any others delete the oldest sign-ins if there are too many.
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
    return index >= MAX_TRANSACTIONS - 1 || length > MAX_CHARACTERS;
  });
  return [
    setCookie(
      {
        name: nameOf(started.state),
        value: started.cookie,
        maxAgeSeconds: TRANSACTION_LIFETIME / SECOND,
        // Use `Lax`, because browsers don't send `Strict` cookies when the issuer redirects them back to the
        // service.
        sameSite: 'Lax',
      },
      target,
    ),
    ...dropped.map(({ name }) => withoutCookie(name, target)),
  ];
}

/**
 * Finds the sign-in with this `state` in a request's cookies. Returns undefined if this browser didn't start
 * it, or started it too long ago.
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

/**
 * Returns the `Set-Cookie` header that deletes the sign-in with this `state`, so that it can't be completed
 * twice.
 */
export function endedTransactionCookie(state: string, target: CookieTarget): string {
  return withoutCookie(nameOf(state), target);
}

const nameOf = (state: string): string => `${NAME}${state.slice(0, STATE_IN_NAME)}`;

function withoutCookie(name: string, target: CookieTarget): string {
  return setCookie({ name, value: '', maxAgeSeconds: 0, sameSite: 'Lax' }, target);
}
