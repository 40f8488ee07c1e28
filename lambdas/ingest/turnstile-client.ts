/** Cloudflare Turnstile's siteverify. */
import * as z from 'zod';
import type { ChallengeResponse, ChallengeVerifier, ChallengeVerdict } from './turnstile.ts';

const TIMEOUT_MS = 5000;
const TRIES = 2;

const siteverifyAnswer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Undefined: it gave no verdict, and the same question may be asked again. */
type Reply = ChallengeVerdict | undefined;

/**
 * Asks siteverify at `url`, once more when it gives no verdict (no answer in 5 s, a fault of its own): the
 * idempotency key makes the second question safe, for the first may have spent the token. What stays without
 * a verdict does not pass.
 */
export function turnstile(url: string, { timeoutMs = TIMEOUT_MS } = {}): ChallengeVerifier {
  return async (answer) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const reply = await ask(url, answer, timeoutMs);
      if (reply) return reply;
    }
    return { passed: false, reason: 'no verdict' };
  };
}

async function ask(
  url: string,
  { secret, token, remoteIp, idempotencyKey }: ChallengeResponse,
  timeoutMs: number,
): Promise<Reply> {
  const question = { secret, response: token, remoteip: remoteIp, idempotency_key: idempotencyKey };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      // The secret goes nowhere else.
      redirect: 'error',
      // Ends the reading of the answer too.
      signal: AbortSignal.timeout(timeoutMs),
    });
    return verdictOf(siteverifyAnswer.parse(await response.json()));
  } catch {
    return undefined;
  }
}

/** A refusal comes with status 200 or 400, so the body alone counts. */
function verdictOf({ success, hostname, 'error-codes': codes }: z.infer<typeof siteverifyAnswer>): Reply {
  if (success) return { passed: true, hostname };
  if (codes.includes('internal-error')) return undefined;
  return { passed: false, reason: codes.join(', ') || 'refused' };
}
