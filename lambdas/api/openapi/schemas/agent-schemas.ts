/** Defines the named schemas for agents. */
import { rpcRequest, rpcResponse } from '../../../agents/protocol/rpc-message.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

export const agentSchemas = [
  requestSchema('RpcRequest', rpcRequest(), 'A JSON-RPC 2.0 request or notification.', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'list_submissions',
      arguments: { status: 'received', limit: 5 },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1.0.0' },
      },
    },
  }),
  responseSchema('RpcResponse', rpcResponse(), 'The response to a JSON-RPC 2.0 request.', {
    jsonrpc: '2.0',
    id: 1,
    result: { resultType: 'complete', content: [{ type: 'text', text: '…' }] },
  }),
];
