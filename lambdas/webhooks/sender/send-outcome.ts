import { responseExcerpt } from './response-excerpt.ts';

/** One attempt, as the delivery log records it. */
export interface SendOutcome {
  /** 0 when no complete answer came. */
  status_code: number;
  duration_ms: number;
  /** The beginning of the answer's body, at most 1 KB; null when there is none. */
  response_excerpt: string | null;
  /** Null exactly when the status is 2xx. */
  error: string | null;
}

/** What has arrived of an answer so far; it outlives an exchange that is cut short. */
export interface ReceiverResponse {
  /** 0 until its headers are there. */
  status: number;
  contentEncoding: string;
  chunks: Uint8Array[];
  /** How many bytes of the body have come, those beyond the limit included. */
  bytes: number;
}

/** An answer of which nothing has come yet. */
export function emptyResponse(): ReceiverResponse {
  return { status: 0, contentEncoding: '', chunks: [], bytes: 0 };
}

/**
 * What an exchange amounts to. "Any 2xx answer acknowledges" (specification, Events): if it came whole or filled
 * the limit. Any other status is a failure as soon as it is known, however its body ends.
 *
 * @param failure what cut the exchange short, null when nothing did
 * @param secrets what the excerpt must not repeat
 */
export function outcomeOf(
  answer: ReceiverResponse,
  failure: string | null,
  durationMs: number,
  secrets: readonly string[] = [],
): SendOutcome {
  const { status } = answer;
  const isCutShort = failure !== null && (status === 0 || isSuccess(status));
  return {
    status_code: isCutShort ? 0 : status,
    duration_ms: Math.round(durationMs),
    response_excerpt: responseExcerpt(Buffer.concat(answer.chunks), answer.contentEncoding, secrets),
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
