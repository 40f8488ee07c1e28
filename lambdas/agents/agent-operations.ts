/** Declares the operation of the agent endpoint. `api/operations.ts` lists all operations. */
import { rpcRequest, rpcResponse } from './protocol/rpc-message.ts';
import type { Operation, Success } from '../http/operation.ts';

const refusal = (status: number, when: string): Success => ({ status, when, body: rpcResponse });

export const mcp = {
  name: 'mcp',
  folder: 'api/functions',
  tag: 'agents',
  method: 'POST',
  path: '/mcp',
  access: 'agent',
  scope: null,
  neverStored: true,
  summary: 'Call tools as an agent (Model Context Protocol)',
  description:
    "Send one JSON-RPC 2.0 message per request. Clients of version 2026-07-28 send the headers `MCP-Protocol-Version`, `Mcp-Method` and, for `tools/call`, `Mcp-Name`. Clients of 2025-11-25, 2025-06-18 and 2025-03-26 start with `initialize`. The endpoint keeps no sessions and sends no event streams. `tools/list` describes the tools that the caller's scopes allow. Invalid arguments return a result with `isError`, so that the model can correct its call.",
  reads: { 'application/json': rpcRequest },
  success: { status: 200, when: 'The result of the method, or an error.', body: rpcResponse },
  otherResponses: [
    { status: 202, when: 'A notification was received. There is no body.' },
    refusal(400, 'The message, its headers or its `_meta` are invalid, or the version is not supported.'),
    refusal(404, 'The method does not exist.'),
  ],
  problems: ['body-too-large', 'unsupported-encoding'],
} as const satisfies Operation;
