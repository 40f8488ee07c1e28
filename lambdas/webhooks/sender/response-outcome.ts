/**
 * Decides what a receiver's response means for an attempt: any 2xx acknowledges, everything else is a failure,
 * redirects (3xx) included, which are never followed (docs/specification.md, "Deliveries").
 */
import { responseExcerpt } from './response-excerpt.ts';

/** The outcome of one attempt, as the delivery log records it. */
export interface SendOutcome {
  /** 0 when no complete response came. */
  status_code: number;
  duration_ms: number;
  /** The beginning of the response's body, at most 1 KB; null when it is empty. */
  response_excerpt: string | null;
  /** Null exactly when the status is 2xx. */
  error: string | null;
}

/** What has arrived of a response so far; it stays when the exchange is cut short. */
export interface ReceiverResponse {
  /** 0 until the headers have arrived. */
  status: number;
  contentEncoding: string;
  chunks: Uint8Array[];
  /** How many bytes of the body have arrived, those beyond the limit included. */
  bytes: number;
}

/** A response of which nothing has arrived yet. */
export function emptyResponse(): ReceiverResponse {
  return { status: 0, contentEncoding: '', chunks: [], bytes: 0 };
}

/**
 * The outcome of an exchange. A 2xx response acknowledges if it arrived whole or filled the limit of what is read.
 * Any other status is a failure as soon as it is known, however its body ends.
 *
 * @param failure what cut the exchange short, null when nothing did
 * @param secrets that the excerpt must not contain
 */
export function outcomeOf(
  response: ReceiverResponse,
  failure: string | null,
  durationMs: number,
  secrets: readonly string[] = [],
): SendOutcome {
  const { status } = response;
  const isCutShort = failure !== null && (status === 0 || isSuccess(status));
  return {
    status_code: isCutShort ? 0 : status,
    duration_ms: Math.round(durationMs),
    response_excerpt: responseExcerpt(Buffer.concat(response.chunks), response.contentEncoding, secrets),
    error: isCutShort ? cutShortError(status, failure) : statusError(status),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function cutShortError(status: number, failure: string): string {
  return status === 0 ? failure : `HTTP ${status}, but the answer was cut short: ${failure}`;
}

function statusError(status: number): string | null {
  if (isSuccess(status)) return null;
  return status >= 300 && status <= 399 ? `HTTP ${status}: redirects are not followed.` : `HTTP ${status}`;
}
