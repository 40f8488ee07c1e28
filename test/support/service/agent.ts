/** Calls the agent endpoint like a client of the stateless version. */
import type { Answered, handlersOn } from './handlers.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
};

/** The body and the headers of a request. */
export function agentRequest(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id: unknown = 1,
) {
  const { name } = params;
  return {
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: META } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}

/** The result of a tool. */
export interface AgentResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: any;
  readonly isError?: boolean;
}

/** Returns functions that call the endpoint with this key. */
export function agentOn(call: ReturnType<typeof handlersOn>, key: string) {
  const ask = (method: string, params?: Readonly<Record<string, unknown>>): Promise<Answered> =>
    call('mcp', { key, ...agentRequest(method, params) });
  return {
    ask,
    /** Calls a tool and returns its result. */
    async tool(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<AgentResult> {
      const { status, body } = await ask('tools/call', { name, arguments: args });
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
      return body.result;
    },
  };
}
