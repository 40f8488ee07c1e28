/** Retries requests after failures that may be temporary. */
import type { Reply } from './transport.ts';

/** Details about a retry. */
export interface Retry {
  /** Number of the retry, starting at 1. */
  readonly attempt: number;
  /** Milliseconds until the retry, or Infinity while the browser is offline. */
  readonly after: number;
  /** HTTP status of the response, or 0 if there was none. */
  readonly status: number;
}

export interface Persistence {
  /** Maximum number of retries. Attempts that fail while the browser is offline don't count. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/**
 * Maximum `Retry-After` to wait for. If the value is larger, the request counts as rejected, because visitors
 * won't wait that long.
 */
const MAX_RETRY_AFTER_S = 30;

/** These globals don't exist outside browsers. */
const browser: Partial<Pick<Window, 'addEventListener' | 'removeEventListener' | 'navigator'>> = globalThis;

const isOffline = (): boolean => browser.navigator?.onLine === false;

/**
 * Sends a request. Retries it if there is no response, a 5xx response, or a 429 with a short `Retry-After`.
 * The delay increases with each retry. If the browser was offline, the retry starts as soon as it's back
 * online.
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
    if (!mayPass || seconds > MAX_RETRY_AFTER_S || (attempt > retries && !offline)) return reply;
    if (offline) attempt -= 1;
    const backoff = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
    const after = Math.max(seconds * 1000, backoff);
    onRetry?.({ attempt: offline ? attempt + 1 : attempt, after: offline ? Infinity : after, status });
    await pause(after, signal);
  }
}

/**
 * Waits for the given time or, if the browser is offline, until it's back online.
 * @throws the signal's reason
 */
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
