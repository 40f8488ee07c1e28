/** Says in one sentence for the delivery log why a request to a webhook failed. */

/**
 * The base of the sender's own failures. The message is written for customers and holds no address, secret or
 * stack.
 */
class WebhookFailure extends Error {
  override name: string = 'WebhookFailure';
}

/** The host name resolves, or the socket leads, to an address that is not public. */
export class TargetRefusedError extends WebhookFailure {
  override name = 'TargetRefusedError' as const;

  constructor() {
    super('The host does not resolve to public addresses only.');
  }
}

/** DNS knows the name but has no address for it. */
export class NoAddressError extends WebhookFailure {
  override name = 'NoAddressError' as const;

  constructor() {
    super(UNRESOLVED);
  }
}

/** No complete response came before the deadline of the whole exchange. */
export class DeadlineError extends WebhookFailure {
  override name = 'DeadlineError' as const;

  constructor(deadlineMs: number) {
    super(`No complete answer came within ${deadlineMs / 1000} s.`);
  }
}

/**
 * The connection closed before the request was sent. There is no second one: each send makes one connection only.
 */
export class ConnectionLostError extends WebhookFailure {
  override name = 'ConnectionLostError' as const;

  constructor() {
    super(CLOSED_EARLY);
  }
}

/** `close()` was called before or during the exchange. */
export class SenderClosedError extends WebhookFailure {
  override name = 'SenderClosedError' as const;

  constructor() {
    super('The sender was shut down before the answer was complete.');
  }
}

const UNRESOLVED = 'The host name could not be resolved.';
const CLOSED_EARLY = 'The endpoint closed the connection before its answer was complete.';
const NOT_HTTP = 'The endpoint did not answer with valid HTTP/1.1.';
const UNTRUSTED = 'The certificate of the endpoint is not trusted.';

/** By the error codes of Node's sockets, DNS and TLS (OpenSSL's X509_V_ERR names) and of undici. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: UNRESOLVED,
  ENODATA: UNRESOLVED,
  EAI_AGAIN: 'The host name could not be resolved: DNS did not answer.',
  ECONNREFUSED: 'The endpoint refused the connection.',
  ECONNRESET: CLOSED_EARLY,
  EPIPE: CLOSED_EARLY,
  UND_ERR_SOCKET: CLOSED_EARLY,
  ETIMEDOUT: 'The connection to the endpoint timed out.',
  EHOSTUNREACH: 'The endpoint cannot be reached.',
  ENETUNREACH: 'The endpoint cannot be reached.',
  EADDRNOTAVAIL: 'The endpoint cannot be reached.',
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
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer is not as long as it announces.',
};

/**
 * Messages of undici's `SocketError` that mean invalid HTTP (an unexpected 101, endless 100s), not a closed
 * connection.
 */
const PROTOCOL_BREACHES: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/**
 * One sentence for any error of an exchange. Errors of Node and undici are known by their code only, because their
 * messages contain addresses. Nothing here asks for `instanceof Error`, which is false for errors of another
 * realm.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof WebhookFailure) return error.message;
  const code = errorText(error, 'code') ?? '';
  if (code === 'UND_ERR_SOCKET' && PROTOCOL_BREACHES.has(errorText(error, 'message') ?? '')) return NOT_HTTP;
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  // The errors of undici's parser have a name, but often no code.
  if (errorText(error, 'name') === 'HTTPParserError') return NOT_HTTP;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return 'No TLS connection could be made with the endpoint.';
  }
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? `The request failed (${code}).` : 'The request failed.';
}

/**
 * Whether undici refused the request itself, for example a header with a line break in it. That is a mistake of
 * the caller, not of the endpoint.
 */
export function isCallerMistake(error: unknown): boolean {
  return errorText(error, 'code') === 'UND_ERR_INVALID_ARG';
}

function errorText(error: unknown, key: 'name' | 'code' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
