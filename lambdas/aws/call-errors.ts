/**
 * Classifies SDK errors by their documented properties ("Retry behavior" in the AWS SDKs and Tools Reference
 * Guide): `name`, Node.js's `code`, `$retryable` and the HTTP status in `$metadata`.
 */

interface CallError {
  readonly name?: string;
  readonly code?: string;
  readonly cause?: unknown;
  readonly $retryable?: { readonly throttling?: boolean };
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const THROTTLING_NAMES = [
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
];
const TIMEOUT_NAMES = ['TimeoutError', 'RequestTimeout', 'RequestTimeoutException'];
const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];
/** Maximum number of nested `cause` errors to check. */
const MAX_CAUSES = 10;

/** Returns true if the AWS service throttled the call. A throttled call has no effect. */
export function isThrottling(error: unknown): boolean {
  const { name = '', $metadata, $retryable } = callError(error);
  return (
    $metadata?.httpStatusCode === 429 || THROTTLING_NAMES.includes(name) || $retryable?.throttling === true
  );
}

/** Returns true if the call failed because the AWS service was down or too slow, or throttled the call. */
export function isOutage(error: unknown): boolean {
  return isThrottling(error) || isFault(error, MAX_CAUSES);
}

function isFault(error: unknown, causes: number): boolean {
  const { name = '', code = '', cause, $metadata, $retryable } = callError(error);
  if (name === 'AbortError') return false;
  return (
    $retryable !== undefined ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    TIMEOUT_NAMES.includes(name) ||
    CONNECTION_CODES.includes(code) ||
    (cause !== undefined && causes > 0 && isFault(cause, causes - 1))
  );
}

const callError = (error: unknown): CallError => (typeof error === 'object' && error !== null ? error : {});
