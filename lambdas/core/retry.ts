/** Calling again what failed for a reason that passes. */

export interface RetryConfig {
  /** Calls in all, the first one included. */
  readonly attempts: number;
  /** The wait after the first call, in milliseconds; it doubles after each further one. */
  readonly firstWaitMs: number;
  /** No wait is longer than this. */
  readonly longestWaitMs?: number;
  /** Whether this failure may pass; any other one is thrown at once. */
  readonly isRetryable: (error: unknown) => boolean;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/**
 * Gives the result of the first call that does not fail. Each wait is shortened by up to a half at random, so that
 * callers which got into each other's way do not meet again (exponential backoff with equal jitter).
 * @throws the last failure
 */
export async function retry<Result>(
  call: () => Promise<Result>,
  { attempts, firstWaitMs, longestWaitMs = Infinity, isRetryable, pause, random = Math.random }: RetryConfig,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      const wait = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
      await pause(wait * (0.5 + random() / 2));
    }
  }
}
