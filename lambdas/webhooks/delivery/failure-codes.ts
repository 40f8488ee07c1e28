/**
 * Lists the reasons why an attempt or a delivery failed, as stable codes for programs and English sentences
 * for people. Deliveries only store the sentence. The code is derived from it, so older deliveries that were
 * stored without a code also have one.
 */

/**
 * The sentences that don't depend on the request. Don't reword them: they are stored with deliveries, and the
 * codes are derived from them.
 */
export const failureSentences = {
  'host-not-found': 'The host name could not be resolved.',
  'dns-unavailable': 'The host name could not be resolved because DNS did not respond.',
  'private-address': "The host name resolves to an address that isn't public.",
  'connection-refused': 'The endpoint refused the connection.',
  'connection-closed': 'The endpoint closed the connection before its response was complete.',
  'connection-timeout': 'The connection to the endpoint timed out.',
  unreachable: "The endpoint can't be reached.",
  'certificate-expired': 'The certificate of the endpoint has expired.',
  'certificate-not-yet-valid': 'The certificate of the endpoint is not valid yet.',
  'certificate-wrong-host': 'The certificate of the endpoint is for another host name.',
  'certificate-self-signed': 'The certificate of the endpoint is self-signed.',
  'certificate-untrusted': 'The certificate of the endpoint is not trusted.',
  'tls-failed': 'A TLS connection to the endpoint could not be established.',
  'invalid-http': 'The endpoint did not respond with valid HTTP/1.1.',
  'headers-too-large': 'The headers of the response are too large.',
  'wrong-content-length': "The length of the response doesn't match its Content-Length header.",
  interrupted: 'The sender was shut down before the response was complete.',
  'outcome-unknown': 'unknown: the sender stopped before it recorded the response',
  'webhook-deleted': 'the webhook was deleted',
  'webhook-disabled': 'the webhook was disabled',
  'account-suspended': 'the account is suspended',
  'submission-unavailable': 'the submission was deleted or marked as spam',
} as const;

export const failureCodes = [
  ...(Object.keys(failureSentences) as (keyof typeof failureSentences)[]),
  'timeout',
  'redirect',
  'http-status',
  'invalid-url',
  'request-failed',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Returns the sentence for a request that didn't get a complete response in time. */
export const timeoutSentence = (deadlineMs: number): string =>
  `No complete response arrived within ${deadlineMs / 1000} s.`;

/** Returns the sentence for a 2xx response that didn't arrive completely. */
export const cutShortSentence = (status: number, failure: string): string =>
  `HTTP ${status}, but the response was cut short: ${failure}`;

const codes: ReadonlyMap<string, FailureCode> = new Map(
  (Object.keys(failureSentences) as (keyof typeof failureSentences)[]).map((code) => [
    failureSentences[code],
    code,
  ]),
);

const patterns: readonly (readonly [RegExp, FailureCode])[] = [
  [/^No complete response arrived within [\d.]+ s\.$/, 'timeout'],
  [/^HTTP 3\d\d: redirects are not followed\.$/, 'redirect'],
  [/^HTTP \d{3}$/, 'http-status'],
  [/^(?:The URL|Port \d+) /, 'invalid-url'],
];

/** Returns the code of a stored error. */
export function failureCodeOf(error: string): FailureCode {
  const sentence = error.replace(/^HTTP \d{3}, but the response was cut short: /, '');
  const found = patterns.find(([pattern]) => pattern.test(sentence));
  return codes.get(sentence) ?? found?.[1] ?? 'request-failed';
}
