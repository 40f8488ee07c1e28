/**
 * Decides what a receiver's response means for an attempt. Any 2xx response acknowledges the delivery.
 * Everything else is a failure, including redirects (3xx), which are never followed (docs/specification.md,
 * "Deliveries").
 */
import { responseExcerpt } from './response-excerpt.ts';

/** The outcome of one attempt, as recorded in the delivery log. */
export interface SendOutcome {
  /** 0 if no complete response arrived. */
  status_code: number;
  duration_ms: number;
  /** The beginning of the response body, at most 1 KB; null if it is empty. */
  response_excerpt: string | null;
  /** Null exactly when the status is 2xx. */
  error: string | null;
  /** How long the receiver asks us to wait, from the `Retry-After` header of a 429 or 503. */
  retry_after_seconds?: number | undefined;
}

/** The part of a response that has arrived so far. Kept when the exchange is cut short. */
export interface ReceiverResponse {
  /** 0 until the headers have arrived. */
  status: number;
  contentEncoding: string;
  /** The `Retry-After` header, empty when absent. */
  retryAfter: string;
  chunks: Uint8Array[];
  /** Number of bytes of the body that have arrived, including those beyond the limit. */
  bytes: number;
}

/** Returns a response of which nothing has arrived yet. */
export function emptyResponse(): ReceiverResponse {
  return { status: 0, contentEncoding: '', retryAfter: '', chunks: [], bytes: 0 };
}

/**
 * Returns the outcome of an exchange. A 2xx response acknowledges the delivery if it arrived completely or
 * reached the limit of what is read. Any other status is a failure as soon as it is known, however its body
 * ends.
 *
 * @param failure what cut the exchange short; null if nothing did
 * @param secrets that must not appear in the excerpt
 * @param now for a `Retry-After` that is a date
 */
export function outcomeOf(
  response: ReceiverResponse,
  failure: string | null,
  durationMs: number,
  secrets: readonly string[] = [],
  now = Date.now(),
): SendOutcome {
  const { status } = response;
  const retryAfter = asksToWait(status) ? retryAfterSeconds(response.retryAfter, now) : undefined;
  const isCutShort = failure !== null && (status === 0 || isSuccess(status));
  return {
    status_code: isCutShort ? 0 : status,
    duration_ms: Math.round(durationMs),
    response_excerpt: responseExcerpt(Buffer.concat(response.chunks), response.contentEncoding, secrets),
    error: isCutShort ? cutShortError(status, failure) : statusError(status),
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
  };
}

/** Too Many Requests (RFC 6585, section 4) and Service Unavailable (RFC 9110, section 15.6.4). */
const asksToWait = (status: number): boolean => status === 429 || status === 503;

/**
 * Returns the seconds of a `Retry-After` header (RFC 9110, section 10.2.3); undefined if it is neither a
 * number nor a date.
 */
export function retryAfterSeconds(header: string, now: number): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Accepts only the format that senders must use. Date.parse would accept almost anything.
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  const at = isDate ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function cutShortError(status: number, failure: string): string {
  return status === 0 ? failure : `HTTP ${status}, but the response was cut short: ${failure}`;
}

function statusError(status: number): string | null {
  if (isSuccess(status)) return null;
  return status >= 300 && status <= 399 ? `HTTP ${status}: redirects are not followed.` : `HTTP ${status}`;
}
