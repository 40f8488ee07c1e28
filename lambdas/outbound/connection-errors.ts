/** Defines the errors of guarded connections. Their codes are listed in `webhooks/sender/sender-errors.ts`. */

/** Thrown if the host name resolves, or the socket connects, to an address that isn't public. */
export class TargetRefusedError extends Error {
  override name = 'TargetRefusedError' as const;
  readonly code = 'SVC_PRIVATE_ADDRESS';
}

/** Thrown if the name exists in DNS but has no addresses. */
export class NoAddressError extends Error {
  override name = 'NoAddressError' as const;
  readonly code = 'SVC_NO_ADDRESS';
}

/**
 * Thrown if the connection closes before the request is sent. Each exchange uses only one connection, so the
 * request isn't retried.
 */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError' as const;
  readonly code = 'SVC_CONNECTION_LOST';
}
