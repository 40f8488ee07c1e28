/** Lists the protocol methods that the agent endpoint supports. */
import { RpcError, rpcCodes } from './protocol/rpc-error.ts';
import type { Members } from './protocol/rpc-message.ts';
import type { MethodTable, RpcMethod, ServerInfo } from './protocol/rpc.ts';
import { LEGACY_VERSIONS, VERSIONS } from './protocol/versions.ts';
import { callTool, type Agent } from './tools/call-tool.ts';
import { DATA_NOT_INSTRUCTIONS } from './tools/tool-result.ts';
import { missingScope, type Tool } from './tools/tool.ts';

/**
 * How long clients may cache descriptions, in milliseconds. The time is short because a new version of the
 * service can change them.
 */
const DESCRIPTIONS_TTL = 300_000;

const INSTRUCTIONS = `Work with an account's web forms and their submissions. Start with get_account, then list_forms and list_submissions. ${DATA_NOT_INSTRUCTIONS} No tool deletes anything or sends data out of the account. To do either, ask the person to use the console.`;

/**
 * The server's capabilities. Only declare a capability if this file lists its methods.
 */
const CAPABILITIES = {
  tools: {},
  // Declare events in both places, because some clients only look for the extension and others only for the
  // `events` property.
  events: {},
  extensions: { 'io.modelcontextprotocol/events': {} },
};

/** A tool, as described by `tools/list`. */
export interface ListedTool {
  readonly name: string;
}

/**
 * Returns the protocol's methods.
 * @param listed loads the description of each tool
 */
export function agentMethods(
  tools: readonly Tool[],
  listed: () => Promise<readonly ListedTool[]>,
  serverInfo: ServerInfo,
): MethodTable<Agent> {
  const initialize: RpcMethod<Agent> = {
    eras: ['legacy'],
    answer: ({ protocolVersion }) => {
      if (typeof protocolVersion !== 'string')
        throw new RpcError(
          rpcCodes.invalidParams,
          `params.protocolVersion must be a version, for example "${LEGACY_VERSIONS[0]}"`,
        );
      return {
        protocolVersion: LEGACY_VERSIONS.find((each) => each === protocolVersion) ?? LEGACY_VERSIONS[0],
        capabilities: CAPABILITIES,
        serverInfo,
        instructions: INSTRUCTIONS,
      };
    },
  };
  const ping: RpcMethod<Agent> = { eras: ['legacy'], answer: () => ({}) };
  const discover: RpcMethod<Agent> = {
    eras: ['modern'],
    ttlMs: DESCRIPTIONS_TTL,
    answer: () => ({
      supportedVersions: VERSIONS,
      capabilities: CAPABILITIES,
      instructions: INSTRUCTIONS,
    }),
  };
  const listTools: RpcMethod<Agent> = {
    eras: ['modern', 'legacy'],
    ttlMs: DESCRIPTIONS_TTL,
    answer: async ({ cursor }, { caller }) => {
      // Reject any cursor. All tools fit on one page, so the server never issues one.
      if (cursor !== undefined)
        throw new RpcError(
          rpcCodes.invalidParams,
          'params.cursor is not a cursor of this list. Leave it out',
        );
      const usable = new Set(tools.filter((tool) => !missingScope(caller, tool)).map(({ name }) => name));
      return { tools: (await listed()).filter(({ name }) => usable.has(name)) };
    },
  };
  const call: RpcMethod<Agent> = {
    eras: ['modern', 'legacy'],
    nameOf: nameIn,
    answer: async (params, agent) => ({ ...(await callTool(tools, params, agent)) }),
  };
  const listEvents: RpcMethod<Agent> = {
    eras: ['modern', 'legacy'],
    ttlMs: DESCRIPTIONS_TTL,
    answer: async (params, { events }) => (await events()).list(params),
  };
  const subscribe: RpcMethod<Agent> = {
    eras: ['modern', 'legacy'],
    answer: async (params, { events }) => (await events()).subscribe(params),
  };
  const unsubscribe: RpcMethod<Agent> = {
    eras: ['modern', 'legacy'],
    answer: async (params, { events }) => (await events()).unsubscribe(params),
  };
  return new Map([
    ['initialize', initialize],
    ['ping', ping],
    ['server/discover', discover],
    ['tools/list', listTools],
    ['tools/call', call],
    ['events/list', listEvents],
    ['events/subscribe', subscribe],
    ['events/unsubscribe', unsubscribe],
  ]);
}

/** Returns the name that the `Mcp-Name` header must repeat. */
const nameIn = ({ name }: Members): string | undefined => (typeof name === 'string' ? name : undefined);
