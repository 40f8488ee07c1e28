/**
 * `POST /mcp`: answers agents (docs/specification.md, "Agents (MCP)"). Their tools run the operations of the
 * management API for the caller, without HTTP.
 */
import { agentMethods } from '../../agents/agent-methods.ts';
import { mcp as operation } from '../../agents/agent-operations.ts';
import { rpcCodes, RpcError } from '../../agents/protocol/rpc-error.ts';
import { errorAnswer, rpcOf, type RpcAnswer } from '../../agents/protocol/rpc.ts';
import { toolCallCounter } from '../../agents/tool-call-cap.ts';
import type { Agent } from '../../agents/tools/call-tool.ts';
import { TOOL_LIST } from '../../agents/tools/tool-list.at-build.ts';
import type { ToolOperation } from '../../agents/tools/tool.ts';
import { tools } from '../../agents/tools/tools.ts';
import { handler as getUsage } from '../../analytics/get-usage.ts';
import { mcpCallersOf, mcpChallenge } from '../../auth/mcp-caller.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { counterStore } from '../../aws/counter-store.ts';
import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { handler as getForm } from '../../forms/get-form.ts';
import { handler as listForms } from '../../forms/list-forms.ts';
import { readEnvironment } from '../../environment.ts';
import { MAX_JSON_BYTES, wholeBody, type RequestEvent } from '../../http/body/request-body.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse, ResponseFormat } from '../../http/http-response.ts';
import type { CallOperation } from '../../http/operation-call.ts';
import { problemResponse } from '../../http/problem-document.ts';
import { handler as getMe } from '../../people/get-me.ts';
import { handler as getSubmission } from '../../submissions/get-submission.ts';
import { handler as listAllSubmissions } from '../../submissions/list-all-submissions.ts';
import { handler as listSubmissions } from '../../submissions/list-submissions.ts';
import { handler as getTimeline } from '../../timeline/get-timeline.ts';

interface Deps {
  readonly operations: Readonly<Record<ToolOperation, { readonly call: CallOperation }>>;
  readonly calls: Pick<ReturnType<typeof counterStore>, 'count'>;
  readonly baseUrl: string;
  readonly version: string;
  readonly now: Clock;
}

/** Answers one message of an agent. */
function mcp({ operations, calls, baseUrl, version, now }: Deps) {
  const server = { name: 'svc-forms', title: 'Forms', version };
  const rpc = rpcOf(agentMethods(tools, TOOL_LIST, server), server);
  const countCall = async (caller: Caller): Promise<number | undefined> => {
    const counter = toolCallCounter(principalIdOf(caller), now());
    if (await calls.count(counter)) return undefined;
    return Math.max(1, Math.ceil((counter.endsAt - now()) / 1000));
  };
  return async (request: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { event, caller } = request;
    const agent: Agent = {
      caller,
      baseUrl,
      countCall: () => countCall(caller),
      contextOf: (tool) => {
        request.logWith({ tool });
        return {
          caller,
          baseUrl,
          run: async (name, input = {}) => (await operations[name].call({ ...request, tool }, input)).body,
        };
      },
    };
    return { ...(await answerTo(event, (message) => rpc(message, event.headers, agent))) };
  };
}

/**
 * Parses the message and answers it.
 * @throws BodyTooLarge, UnsupportedEncoding
 */
async function answerTo(
  event: RequestEvent,
  answer: (message: unknown) => Promise<RpcAnswer>,
): Promise<RpcAnswer> {
  const text = (await wholeBody(event, MAX_JSON_BYTES)).toString();
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return errorAnswer(new RpcError(rpcCodes.parse, 'The body is not JSON'), null);
  }
  return answer(message);
}

/** Returns the id of the connection, or of the key. */
const principalIdOf = (caller: Caller): string => {
  if (caller.type === 'connection') return caller.connection_id;
  return caller.type === 'member' ? caller.member_id : caller.key_id;
};

const environment = readEnvironment('BASE_URL', 'COUNTERS_TABLE', 'SERVICE_VERSION');
const db = documentClient();
const { BASE_URL: baseUrl } = environment;

/** Responds with problem documents, and tells rejected clients where to get a token. */
const format: ResponseFormat = {
  headers: () => ({}),
  problem(_event, thrown) {
    const response = problemResponse(thrown, baseUrl);
    const challenge = mcpChallenge(thrown, baseUrl);
    if (challenge === undefined) return response;
    return { ...response, headers: { ...response.headers, 'www-authenticate': challenge } };
  },
};

export const handler = httpHandler(
  operation,
  { baseUrl, resolveCaller: mcpCallersOf(db), format },
  mcp({
    operations: {
      getMe,
      getUsage,
      listForms,
      getForm,
      listSubmissions,
      listAllSubmissions,
      getSubmission,
      getTimeline,
    },
    calls: counterStore(db, environment.COUNTERS_TABLE),
    baseUrl,
    version: environment.SERVICE_VERSION,
    now: Date.now,
  }),
);
