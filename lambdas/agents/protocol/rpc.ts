/**
 * Handles messages of the Model Context Protocol: its stateless version, and the older versions that start
 * with `initialize` (docs/specification.md, "Agents (MCP)").
 */
import { checkedEra, type Era, type RpcHeaders } from './request-era.ts';
import { isRpcError, RpcError, rpcCodes } from './rpc-error.ts';
import { checkedMessage, idOf, type Members, type RpcResponse } from './rpc-message.ts';
import { META } from './versions.ts';

/** The name and version that the server reports. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** A method of the protocol. */
export interface RpcMethod<Principal> {
  /** Whether the stateless version (`modern`), the older versions (`legacy`) or both support the method. */
  readonly eras: readonly Era[];
  /** Returns the required value of the `Mcp-Name` header, if the method needs it. */
  readonly nameOf?: (params: Members) => string | undefined;
  /** How long clients may cache the result, in milliseconds. Undefined if clients must not cache it. */
  readonly ttlMs?: number;
  /**
   * Returns the result.
   * @throws RpcError to reject the request
   */
  readonly answer: (params: Members, principal: Principal) => Members | Promise<Members>;
}

export type MethodTable<Principal> = ReadonlyMap<string, RpcMethod<Principal>>;

/** The HTTP status and the JSON body. Responses to notifications have no body. */
export interface RpcAnswer {
  readonly status: number;
  readonly body?: RpcResponse;
}

/** Returns the function that handles a message. */
export function rpcOf<Principal>(methods: MethodTable<Principal>, server: ServerInfo) {
  /**
   * Handles a message.
   * @param message the parsed body
   * @param principal the caller, which is passed on to the method
   */
  return async function rpc(message: unknown, headers: RpcHeaders, principal: Principal): Promise<RpcAnswer> {
    try {
      const { id, method: name, params } = checkedMessage(message);
      const method = methods.get(name);
      const isNotification = id === undefined;
      const era = checkedEra(
        { method: name, params, name: method?.nameOf?.(params), isNotification },
        headers,
      );
      if (isNotification) return { status: 202 };
      if (!method?.eras.includes(era)) throw unknownMethod(name, era);
      const result = await method.answer(params, principal);
      const body = { jsonrpc: '2.0', id, result: era === 'modern' ? modern(result, method, server) : result };
      return { status: 200, body: body as RpcResponse };
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return errorAnswer(error, idOf(message));
    }
  };
}

/** Returns the response for an error. */
export function errorAnswer({ code, message, status, data }: RpcError, id: RpcResponse['id']): RpcAnswer {
  const error = { code, message, ...(data !== undefined && { data }) };
  return { status, body: { jsonrpc: '2.0', id, error } };
}

/**
 * Older clients get the status 200, because some of them end their session after any 404. The stateless
 * version requires 404.
 */
const unknownMethod = (name: string, era: Era): RpcError =>
  new RpcError(rpcCodes.unknownMethod, `There is no method "${name.slice(0, 100)}"`, {
    status: era === 'modern' ? 404 : 200,
  });

/** Adds the properties that every result in the stateless version has. */
function modern<Principal>(result: Members, { ttlMs }: RpcMethod<Principal>, server: ServerInfo): Members {
  return {
    resultType: 'complete',
    ...result,
    // Caches must not share results between callers, because results depend on the caller's permissions.
    ...(ttlMs !== undefined && { ttlMs, cacheScope: 'private' }),
    _meta: { [META.server]: server },
  };
}
