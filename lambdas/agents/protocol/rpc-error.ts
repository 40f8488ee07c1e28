/** Defines the protocol's errors, with their codes and HTTP statuses. */

/** Error codes that JSON-RPC and the protocol define. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** HTTP statuses of error codes. All other errors have the status 200. */
const STATUSES: Readonly<Record<number, number>> = {
  [rpcCodes.parse]: 400,
  [rpcCodes.invalidRequest]: 400,
  [rpcCodes.headerMismatch]: 400,
  [rpcCodes.unsupportedVersion]: 400,
};

/** An error that a method or a protocol check reports to the client. */
export class RpcError extends Error {
  override readonly name = 'RpcError' as const;
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  /** @param options `status` overrides the HTTP status, and `data` is sent with the error */
  constructor(
    code: number,
    message: string,
    { status = STATUSES[code] ?? 200, data }: { readonly status?: number; readonly data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/**
 * Returns true if the error is an `RpcError`. Checks the name instead of the class, because the event methods
 * are in a separate bundle with its own copy of the class.
 */
export const isRpcError = (thrown: unknown): thrown is RpcError =>
  thrown instanceof Error && thrown.name === 'RpcError';
