/** Describes why a webhook request failed, in one sentence for the delivery log. */

/**
 * Base class of the sender's errors. Customers read the message, so it must not contain an address, a secret
 * or a stack trace.
 */
class WebhookFailure extends Error {
  override name: string = 'WebhookFailure';
}

/** Thrown if the host name resolves, or the socket connects, to an address that isn't public. */
export class TargetRefusedError extends WebhookFailure {
  override name = 'TargetRefusedError' as const;

  constructor() {
    super("The host name resolves to an address that isn't public.");
  }
}

/** Thrown if the name exists in DNS but has no addresses. */
export class NoAddressError extends WebhookFailure {
  override name = 'NoAddressError' as const;

  constructor() {
    super(UNRESOLVED);
  }
}

/** Thrown if no complete response arrived before the exchange's deadline. */
export class DeadlineError extends WebhookFailure {
  override name = 'DeadlineError' as const;

  constructor(deadlineMs: number) {
    super(`No complete response arrived within ${deadlineMs / 1000} s.`);
  }
}

/**
 * Thrown if the connection closes before the request is sent. Each exchange uses only one connection, so it
 * isn't retried.
 */
export class ConnectionLostError extends WebhookFailure {
  override name = 'ConnectionLostError' as const;

  constructor() {
    super(CLOSED_EARLY);
  }
}

/** Thrown if `close()` is called before or during the exchange. */
export class SenderClosedError extends WebhookFailure {
  override name = 'SenderClosedError' as const;

  constructor() {
    super('The sender was shut down before the response was complete.');
  }
}

const UNRESOLVED = 'The host name could not be resolved.';
const CLOSED_EARLY = 'The endpoint closed the connection before its response was complete.';
const NOT_HTTP = 'The endpoint did not respond with valid HTTP/1.1.';
const UNTRUSTED = 'The certificate of the endpoint is not trusted.';

/**
 * Sentences for error codes from Node's sockets, DNS and TLS (OpenSSL's X509_V_ERR names) and from undici.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: UNRESOLVED,
  ENODATA: UNRESOLVED,
  EAI_AGAIN: 'The host name could not be resolved because DNS did not respond.',
  ECONNREFUSED: 'The endpoint refused the connection.',
  ECONNRESET: CLOSED_EARLY,
  EPIPE: CLOSED_EARLY,
  UND_ERR_SOCKET: CLOSED_EARLY,
  ETIMEDOUT: 'The connection to the endpoint timed out.',
  EHOSTUNREACH: "The endpoint can't be reached.",
  ENETUNREACH: "The endpoint can't be reached.",
  EADDRNOTAVAIL: "The endpoint can't be reached.",
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the endpoint is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_REVOKED: UNTRUSTED,
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The length of the response doesn't match its Content-Length header.",
};

/**
 * Messages of undici's `SocketError` that indicate invalid HTTP (an unexpected 101, endless 100s) rather than
 * a closed connection.
 */
const PROTOCOL_BREACHES: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/**
 * Describes any error of an exchange in one sentence. Identifies errors from Node and undici by their code,
 * because their messages contain addresses. Doesn't use `instanceof Error`, because it is false for errors
 * from another realm.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof WebhookFailure) return error.message;
  const code = errorText(error, 'code') ?? '';
  if (code === 'UND_ERR_SOCKET' && PROTOCOL_BREACHES.has(errorText(error, 'message') ?? '')) return NOT_HTTP;
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  // Errors from undici's parser have a name, but often no code.
  if (errorText(error, 'name') === 'HTTPParserError') return NOT_HTTP;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return 'A TLS connection to the endpoint could not be established.';
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
