/** Checks a form's bot challenge, Cloudflare Turnstile (docs/specification.md, "Spam protection"). */
import { createHash } from 'node:crypto';
import { TurnstileFailed } from '../../core/errors/errors.ts';
import { matchesHost } from '../../forms/origin-match.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { DeduplicationKey } from '../idempotency.ts';

/** Tokens are at most 2,048 characters long (Cloudflare, "Validate the token"). */
const MAX_TOKEN_LENGTH = 2048;

/** A token, and other data for the verification service. */
export interface ChallengeResponse {
  readonly secret: string;
  readonly token: string;
  readonly remoteIp: string;
  /** A UUID. A token can be used only once, but can be verified again with the same UUID. */
  readonly idempotencyKey: string;
}

export type ChallengeVerdict =
  /** `hostname` is the host on which the challenge was solved, if the verification service returns it. */
  | { readonly passed: true; readonly hostname: string | undefined }
  /** `reason` never contains the token or the secret. */
  | { readonly passed: false; readonly reason: string };

/**
 * Verifies a challenge response. Never throws. If the verification service returns no verdict, the challenge
 * counts as failed.
 */
export type ChallengeVerifier = (response: ChallengeResponse) => Promise<ChallengeVerdict>;

interface Attempt {
  readonly token: string | undefined;
  readonly sourceIp: string;
  /**
   * The submission's deduplication key. A repeated request has the same key, so that its token can be
   * verified again.
   */
  readonly once: Pick<DeduplicationKey, 'digest'> | undefined;
}

/**
 * Rejects a submission if its form has a challenge that the visitor didn't pass. If the form has
 * `allowed_origins`, the challenge must have been solved on one of their hosts, so tokens from other
 * sites are useless.
 * @throws TurnstileFailed
 */
export async function assertChallengePassed(
  form: Pick<IngestForm, 'form_id' | 'challenge_secret'> & { readonly allowed_origins: readonly string[] },
  { token, sourceIp, once }: Attempt,
  verify: ChallengeVerifier,
  random: RandomBytes,
): Promise<void> {
  const { challenge_secret: secret } = form;
  if (secret === null) throw new TurnstileFailed('the form has no secret');
  if (!token) throw new TurnstileFailed('no token');
  if (token.length > MAX_TOKEN_LENGTH) throw new TurnstileFailed('token too long');
  const verdict = await verify({
    secret,
    token,
    remoteIp: sourceIp,
    idempotencyKey: uuidOf(once ? digestOf(form.form_id, once.digest, token) : random(16)),
  });
  if (!verdict.passed) throw new TurnstileFailed(verdict.reason);
  if (!isHostOf(form.allowed_origins, verdict.hostname)) throw new TurnstileFailed('solved on another host');
}

function isHostOf(origins: readonly string[], hostname: string | undefined): boolean {
  if (origins.length === 0) return true;
  return hostname !== undefined && origins.some((origin) => matchesHost(origin, hostname));
}

/**
 * Returns a digest of the parts. Repeated requests have the same digest, and different requests have
 * different digests.
 */
function digestOf(...parts: readonly string[]): Uint8Array {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
}

/** Creates a version 4 UUID from 16 bytes. */
function uuidOf(bytes: Uint8Array): string {
  const marked = Buffer.from(bytes);
  marked[6] = ((marked[6] ?? 0) & 0x0f) | 0x40;
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
