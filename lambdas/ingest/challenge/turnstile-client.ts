/** Calls siteverify, the API that verifies Cloudflare Turnstile tokens. */
import * as z from 'zod';
import type { ChallengeResponse, ChallengeVerifier, ChallengeVerdict } from './turnstile.ts';

const TIMEOUT_MS = 5000;
const MAX_ATTEMPTS = 2;

const siteverifyResponse = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/**
 * The verdict on a token, or undefined if siteverify returned none. In this case, the same request can be
 * retried.
 */
type Verdict = ChallengeVerdict | undefined;

/**
 * Creates a verifier that calls siteverify at `url`. It retries once if siteverify returns no verdict (no
 * response within 5 s, or an internal error). The first request might already have used the token, so both
 * requests have the same idempotency key. If the retry returns no verdict either, the challenge counts as
 * failed.
 */
export function turnstile(url: string, { timeoutMs = TIMEOUT_MS } = {}): ChallengeVerifier {
  return async (challenge) => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const verdict = await ask(url, challenge, timeoutMs);
      if (verdict) return verdict;
    }
    return { passed: false, reason: 'no verdict' };
  };
}

async function ask(
  url: string,
  { secret, token, remoteIp, idempotencyKey }: ChallengeResponse,
  timeoutMs: number,
): Promise<Verdict> {
  const body = { secret, response: token, remoteip: remoteIp, idempotency_key: idempotencyKey };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // Don't follow redirects so that the secret is only sent to the configured URL.
      redirect: 'error',
      // The timeout also covers reading the response body.
      signal: AbortSignal.timeout(timeoutMs),
    });
    return verdictOf(siteverifyResponse.parse(await response.json()));
  } catch {
    return undefined;
  }
}

/** Siteverify can reject a token with status 200 or 400, so only the response body matters. */
function verdictOf({ success, hostname, 'error-codes': codes }: z.infer<typeof siteverifyResponse>): Verdict {
  if (success) return { passed: true, hostname };
  if (codes.includes('internal-error')) return undefined;
  return { passed: false, reason: codes.join(', ') || 'refused' };
}
