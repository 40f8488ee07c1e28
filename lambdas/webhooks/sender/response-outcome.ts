/**
 * Determines an attempt's outcome from the receiver's response. Any 2xx response acknowledges the delivery.
 * Everything else is a failure, including redirects (3xx), which are never followed (docs/specification.md,
 * "Deliveries").
 */
import { cutShortSentence } from '../delivery/failure-codes.ts';
import { responseExcerpt } from './response-excerpt.ts';

/** The outcome of an attempt, as recorded in the delivery log. */
export interface SendOutcome {
  /** 0 if the response was missing or incomplete. */
  status_code: number;
  duration_ms: number;
  /** The beginning of the response body, at most 1 KB. Null if it is empty. */
  response_excerpt: string | null;
  /** Reason why the attempt failed. Null only if the status is 2xx. */
  error: string | null;
  /** Number of seconds that the receiver asks us to wait, from the `Retry-After` header of a 429 or 503. */
  retry_after_seconds?: number | undefined;
}

/** The part of a response that has arrived so far. Used even if the exchange ends early. */
export interface ReceiverResponse {
  /** HTTP status. 0 until the headers arrive. */
  status: number;
  contentEncoding: string;
  /** The `Retry-After` header, or an empty string if absent. */
  retryAfter: string;
  chunks: Uint8Array[];
  /** Number of received body bytes, including bytes beyond the limit. */
  bytes: number;
}

/** Creates an empty response, to be filled as data arrives. */
export function emptyResponse(): ReceiverResponse {
  return { status: 0, contentEncoding: '', retryAfter: '', chunks: [], bytes: 0 };
}

/**
 * Returns the outcome of an exchange. A 2xx response acknowledges the delivery if it arrived completely or
 * reached the read limit. Any other status is a failure, even if the body doesn't arrive.
 *
 * @param failure error that ended the exchange early, or null if there was none
 * @param secrets values that must not appear in the excerpt
 * @param now current time, used if `Retry-After` is a date
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
    error: isCutShort ? (status === 0 ? failure : cutShortSentence(status, failure)) : statusError(status),
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
  };
}

/** Too Many Requests (RFC 6585, section 4) and Service Unavailable (RFC 9110, section 15.6.4). */
const asksToWait = (status: number): boolean => status === 429 || status === 503;

/**
 * Returns the number of seconds in a `Retry-After` header (RFC 9110, section 10.2.3), or undefined if the
 * header is neither a number nor a date.
 */
export function retryAfterSeconds(header: string, now: number): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Accept only the format that servers must send, because `Date.parse` would accept almost anything.
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  const at = isDate ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function statusError(status: number): string | null {
  if (isSuccess(status)) return null;
  return status >= 300 && status <= 399 ? `HTTP ${status}: redirects are not followed.` : `HTTP ${status}`;
}
