/** The bot challenge of a form (Cloudflare Turnstile; specification, "Spam protection"). */
import { createHash } from 'node:crypto';
import { TurnstileFailed } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import type { RandomBytes } from '../core/random.ts';

/** The field that Turnstile's widget adds to a form; never part of a payload. */
export const CHALLENGE_FIELD = 'cf-turnstile-response';

/** The longest token that the verifying service takes. */
const MAX_TOKEN_LENGTH = 2048;

/** A token as the verifying service is asked about it. */
export interface ChallengeResponse {
  readonly secret: string;
  readonly token: string;
  readonly remoteIp: string;
  /** A UUID; a token works once, and again for the UUID that it worked for. */
  readonly idempotencyKey: string;
}

export type ChallengeVerdict =
  /** `hostname` is where the challenge was solved, when that was said. */
  | { readonly passed: true; readonly hostname: string | undefined }
  /** `reason` holds neither token nor secret. */
  | { readonly passed: false; readonly reason: string };

/** Asks the service that made the challenge; an answer that cannot be had is no pass. Never throws. */
export type ChallengeVerifier = (answer: ChallengeResponse) => Promise<ChallengeVerdict>;

interface Attempt {
  readonly token: string | undefined;
  readonly sourceIp: string;
  /** The client's own key: a post that is sent again under it may bring its spent token again. */
  readonly idempotencyKey: string | undefined;
}

/**
 * Refuses a post whose challenge does not verify, where the form asks for one. With `allowed_origins`, the
 * challenge must have been solved on one of those hosts: a token bought on another site is no use then.
 * @throws TurnstileFailed
 */
export async function assertChallengePassed(
  form: Pick<IngestForm, 'form_id' | 'challenge' | 'allowed_origins'>,
  { token, sourceIp, idempotencyKey }: Attempt,
  verify: ChallengeVerifier,
  random: RandomBytes,
): Promise<void> {
  const { enabled, secret } = form.challenge;
  if (!enabled) return;
  if (secret === null) throw new TurnstileFailed('the form has no secret');
  if (!token) throw new TurnstileFailed('no token');
  if (token.length > MAX_TOKEN_LENGTH) throw new TurnstileFailed('token too long');
  const verdict = await verify({
    secret,
    token,
    remoteIp: sourceIp,
    idempotencyKey: uuidOf(
      idempotencyKey === undefined ? random(16) : digestOf(form.form_id, idempotencyKey, token),
    ),
  });
  if (!verdict.passed) throw new TurnstileFailed(verdict.reason);
  if (!isHostOf(form.allowed_origins, verdict.hostname)) throw new TurnstileFailed('solved on another host');
}

function isHostOf(origins: readonly string[], hostname: string | undefined): boolean {
  return origins.length === 0 || origins.some((origin) => new URL(origin).hostname === hostname);
}

/** The same post gives the same digest, and no other does. */
function digestOf(...parts: readonly string[]): Uint8Array {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
}

/** A version 4 UUID with these 16 bytes. */
function uuidOf(bytes: Uint8Array): string {
  const marked = Buffer.from(bytes);
  marked[6] = ((marked[6] ?? 0) & 0x0f) | 0x40;
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
