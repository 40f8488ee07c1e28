/** Sends again what may arrive the next time. */
import type { Reply } from './transport.ts';

/** Why and when something is sent again. */
export interface Retry {
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** Milliseconds until then; Infinity while the browser is offline. */
  readonly after: number;
  /** Status of the answer; 0 when none came. */
  readonly status: number;
}

export interface Persistence {
  /** Repetitions at most; those while the browser is offline are not counted. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Nobody waits longer for an answer in front of a page, so a longer `Retry-After` is a refusal. */
const LONGEST_RETRY_AFTER_S = 30;

/** Programs outside of a browser have none of these. */
const browser: Partial<Pick<Window, 'addEventListener' | 'removeEventListener' | 'navigator'>> = globalThis;

const isOffline = (): boolean => browser.navigator?.onLine === false;

/**
 * Repeats while no answer comes, for 5xx, and for 429 when it is over soon; with growing pauses, and as soon as a browser
 * that was offline is online again.
 */
export async function persistently(
  send: () => Promise<Reply>,
  { retries, signal, onRetry }: Persistence,
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send();
    const { status, retryAfter } = reply;
    const seconds = retryAfter >= 0 ? retryAfter : 0;
    const mayPass = status === 0 || status >= 500 || (status === 429 && retryAfter >= 0);
    const offline = isOffline() && status === 0;
    if (!mayPass || seconds > LONGEST_RETRY_AFTER_S || (attempt > retries && !offline)) return reply;
    if (offline) attempt -= 1;
    const backoff = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
    const after = Math.max(seconds * 1000, backoff);
    onRetry?.({ attempt: offline ? attempt + 1 : attempt, after: offline ? Infinity : after, status });
    await pause(after, signal);
  }
}

/** Ends with the time when the browser is online then, and when it comes online. @throws the signal's reason */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      browser.removeEventListener?.('online', end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(() => isOffline() || end(), ms);
    browser.addEventListener?.('online', end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
