/** Defines the JSON-RPC messages that the agent endpoint receives and sends. */
import * as z from 'zod';
import { lazy } from '../../core/lazy.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const id = z.union([z.string(), z.number()]);
export type RpcId = z.infer<typeof id>;

/** A request, or a notification if it has no `id`. Only the OpenAPI document needs the schema. */
export const rpcRequest = lazy(() =>
  z.looseObject({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: id.optional().describe('Any ID. The response has the same ID. Absent in notifications.'),
    method: z
      .string()
      .describe(
        '`server/discover`, `tools/list` or `tools/call`; older clients also use `initialize` and `ping`.',
      ),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Parameters of the method. `_meta` contains the protocol version and the client.'),
  }),
);

/** The response to a request: its result or an error. Only the OpenAPI document needs the schema. */
export const rpcResponse = lazy(() =>
  z.object({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: id.nullable().describe('ID of the request; null if it had no valid one.'),
    result: z.record(z.string(), z.unknown()).optional().describe('Result of the method. Absent in errors.'),
    error: z
      .object({
        code: z.int().describe('Error code of JSON-RPC or the Model Context Protocol.'),
        message: z.string().describe('What is wrong with the request.'),
        data: z.unknown().optional().describe('Details of the error, for example the supported versions.'),
      })
      .optional()
      .describe('Absent if the request succeeded.'),
  }),
);
export type RpcResponse = z.input<ReturnType<typeof rpcResponse>>;

export interface RpcMessage {
  /** Undefined for a notification. */
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: Members;
}

/** Returns a message's id, even if the message is invalid, or null if there is no valid id. */
export function idOf(message: unknown): RpcId | null {
  const parsed = isObject(message) ? id.safeParse(message['id']) : undefined;
  return parsed?.data ?? null;
}

/**
 * Checks that the value is a request or a notification.
 * @throws RpcError for lists of messages, responses and all other values
 */
export function checkedMessage(value: unknown): RpcMessage {
  if (Array.isArray(value))
    throw invalid('Send one message per request. Lists of messages are not supported');
  if (!isObject(value) || value['jsonrpc'] !== '2.0' || typeof value['method'] !== 'string')
    throw invalid(
      'The body must be a JSON-RPC 2.0 request, for example {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
    );
  if (value['id'] !== undefined && !id.safeParse(value['id']).success)
    throw invalid('The id must be a string or a number');
  const { id: given, method, params = {} } = value;
  if (!isObject(params))
    throw new RpcError(rpcCodes.invalidParams, 'params must be an object', { status: 400 });
  return { id: given as RpcId | undefined, method, params };
}

const invalid = (text: string): RpcError => new RpcError(rpcCodes.invalidRequest, text);
