/** Describes why a webhook request failed, in one sentence for the delivery log. */
import { failureSentences as sentences, timeoutSentence } from '../delivery/failure-codes.ts';

/**
 * Base class of the sender's errors. Customers read the message, so it must not contain an address, a secret
 * or a stack trace.
 */
class WebhookFailure extends Error {
  override name: string = 'WebhookFailure';
}

/** Thrown if no complete response arrived before the exchange's deadline. */
export class DeadlineError extends WebhookFailure {
  override name = 'DeadlineError' as const;

  constructor(deadlineMs: number) {
    super(timeoutSentence(deadlineMs));
  }
}

/** Thrown if `close()` is called before or during the exchange. */
export class SenderClosedError extends WebhookFailure {
  override name = 'SenderClosedError' as const;

  constructor() {
    super(sentences.interrupted);
  }
}

/**
 * Sentences for error codes from guarded connections (`outbound/connection-errors.ts`), from Node's sockets, DNS and TLS (OpenSSL's X509_V_ERR names) and from undici.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  SVC_PRIVATE_ADDRESS: sentences['private-address'],
  SVC_NO_ADDRESS: sentences['host-not-found'],
  SVC_CONNECTION_LOST: sentences['connection-closed'],
  ENOTFOUND: sentences['host-not-found'],
  ENODATA: sentences['host-not-found'],
  EAI_AGAIN: sentences['dns-unavailable'],
  ECONNREFUSED: sentences['connection-refused'],
  ECONNRESET: sentences['connection-closed'],
  EPIPE: sentences['connection-closed'],
  UND_ERR_SOCKET: sentences['connection-closed'],
  ETIMEDOUT: sentences['connection-timeout'],
  EHOSTUNREACH: sentences.unreachable,
  ENETUNREACH: sentences.unreachable,
  EADDRNOTAVAIL: sentences.unreachable,
  CERT_HAS_EXPIRED: sentences['certificate-expired'],
  CERT_NOT_YET_VALID: sentences['certificate-not-yet-valid'],
  ERR_TLS_CERT_ALTNAME_INVALID: sentences['certificate-wrong-host'],
  DEPTH_ZERO_SELF_SIGNED_CERT: sentences['certificate-self-signed'],
  SELF_SIGNED_CERT_IN_CHAIN: sentences['certificate-untrusted'],
  UNABLE_TO_GET_ISSUER_CERT: sentences['certificate-untrusted'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: sentences['certificate-untrusted'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: sentences['certificate-untrusted'],
  CERT_UNTRUSTED: sentences['certificate-untrusted'],
  CERT_REVOKED: sentences['certificate-untrusted'],
  UND_ERR_HEADERS_OVERFLOW: sentences['headers-too-large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: sentences['wrong-content-length'],
};

/**
 * Messages of undici's `SocketError` that indicate invalid HTTP (an unexpected 101, endless 100s) rather than
 * a closed connection.
 */
const PROTOCOL_BREACHES: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/**
 * Describes any error of an exchange in one sentence. Identifies errors from Node and undici by their codes,
 * because their messages contain addresses. Doesn't use `instanceof Error`, because it is false for errors
 * from another realm.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof WebhookFailure) return error.message;
  const code = errorText(error, 'code') ?? '';
  if (code === 'UND_ERR_SOCKET' && PROTOCOL_BREACHES.has(errorText(error, 'message') ?? ''))
    return sentences['invalid-http'];
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  // Check the name, because errors from undici's parser often have no code.
  if (errorText(error, 'name') === 'HTTPParserError') return sentences['invalid-http'];
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return sentences['tls-failed'];
  }
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? `The request failed (${code}).` : 'The request failed.';
}

/**
 * Returns true if undici rejected the request itself, for example because of a line break in a header. The
 * caller caused this error, not the endpoint.
 */
export function isCallerMistake(error: unknown): boolean {
  return errorText(error, 'code') === 'UND_ERR_INVALID_ARG';
}

function errorText(error: unknown, key: 'name' | 'code' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
