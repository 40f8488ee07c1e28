/** Retries calls that fail temporarily. */

export interface RetryConfig {
  /** Total number of attempts, including the first. */
  readonly attempts: number;
  /** Wait after the first attempt, in milliseconds. The wait doubles after each attempt. */
  readonly firstWaitMs: number;
  /** Maximum wait, in milliseconds. */
  readonly longestWaitMs?: number;
  /** Returns true if the failure might be temporary. All other failures are thrown immediately. */
  readonly isRetryable: (error: unknown) => boolean;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Returns a number from 0 to 1. */
  readonly random?: () => number;
}

/**
 * Calls the function until it succeeds and returns the result. Uses exponential backoff with equal jitter:
 * each wait is randomly shortened by up to half so that conflicting callers don't retry at the same time.
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
