/**
 * `POST /mcp`: handles requests from AI agents (docs/specification.md, "Agents (MCP)"). The agents' tools run
 * the management API's operations for the caller, without HTTP.
 */
import { agentMethods } from '../../agents/agent-methods.ts';
import { mcp as operation } from '../../agents/agent-operations.ts';
import { rpcCodes, RpcError } from '../../agents/protocol/rpc-error.ts';
import { errorAnswer, rpcOf, type RpcAnswer } from '../../agents/protocol/rpc.ts';
import { toolCallCounter } from '../../agents/tool-call-cap.ts';
import type { Agent } from '../../agents/tools/call-tool.ts';
import type * as webhookOperations from './mcp-webhooks.ts';
import type { ToolOperation } from '../../agents/tools/tool.ts';
import { tools } from '../../agents/tools/tools.ts';
import { mcpCallersOf, mcpChallenge } from '../../auth/mcp-caller.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { counterStore } from '../../aws/counter-store.ts';
import { principalIdOf } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { readEnvironment } from '../../environment.ts';
import { MAX_JSON_BYTES, wholeBody, type RequestEvent } from '../../http/body/request-body.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse, ResponseFormat } from '../../http/http-response.ts';
import type { CallOperation } from '../../http/operation-call.ts';
import { problemResponse } from '../../http/problem-document.ts';
import { gunzipSync } from 'node:zlib';
import { callOnce } from '../../agents/call-once.ts';
import type { eventMethodsOf } from '../../agents/events/event-deps.ts';
import { searchSections, type DocsSection } from '../../agents/docs-search.ts';
import { repeatedCallStore } from '../../agents/repeated-call-store.ts';
import { runOnce, type RepeatedCalls } from '../../agents/run-once.ts';
import { memoize } from '../../core/memoize.ts';
import { fillPlaceholders } from '../openapi/placeholders.ts';

interface Deps {
  readonly operations: Readonly<Record<ToolOperation, Callable>>;
  /** Loads the event methods, which most agents don't use. */
  readonly events: () => Promise<ReturnType<typeof eventMethodsOf>>;
  readonly calls: Pick<ReturnType<typeof counterStore>, 'count'>;
  readonly repeated: RepeatedCalls;
  readonly baseUrl: string;
  readonly version: string;
  readonly now: Clock;
}

/** Handles one message from an agent. */
function mcp({ operations, events, calls, repeated, baseUrl, version, now }: Deps) {
  const server = { name: 'svc-forms', title: 'Forms', version };
  const rpc = rpcOf(agentMethods(tools, listedTools, server), server);
  const sections = docsOf({ baseUrl, version });
  const countCall = async (principalId: string): Promise<number | undefined> => {
    const counter = toolCallCounter(principalId, now());
    if (await calls.count(counter)) return undefined;
    return Math.max(1, Math.ceil((counter.endsAt - now()) / 1000));
  };
  return async (request: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { event, caller } = request;
    const principalId = principalIdOf(caller);
    const agent: Agent = {
      caller,
      baseUrl,
      countCall: () => countCall(principalId),
      events: async () => (await events())({ event, caller }),
      contextOf(tool) {
        request.logWith({ tool });
        return {
          caller,
          baseUrl,
          run: async (name, input = {}) => (await operations[name].call({ ...request, tool }, input)).body,
          once: (text, create) =>
            runOnce(repeated, callOnce(caller.account_id, principalId, tool, text), create),
          searchDocs: async (query, most) =>
            searchSections(await sections(), query, most).map(({ title, page, path, text }) => ({
              title: title === page ? title : `${page}: ${title}`,
              url: `${baseUrl}${path}`,
              text,
            })),
        };
      },
    };
    return { ...(await answerTo(event, (message) => rpc(message, event.headers, agent))) };
  };
}

/** Returns a function that loads the documentation when an agent first searches it. */
const docsOf = (deployment: Pick<Deps, 'baseUrl' | 'version'>) =>
  memoize(async (): Promise<readonly DocsSection[]> => {
    const { SECTIONS } = await import('../documentation/site/sections.at-build.ts');
    const text = fillPlaceholders(gunzipSync(Buffer.from(SECTIONS, 'base64')).toString(), deployment);
    return JSON.parse(text) as DocsSection[];
  });

/**
 * Parses the message and handles it.
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

/** Loads the descriptions of the tools. */
const listedTools = async () => (await import('../../agents/tools/tool-list.at-build.ts')).TOOL_LIST;

interface Callable {
  readonly call: CallOperation;
}

/** Loads an operation when it is first called, so that operations don't slow down cold starts. */
const late = (load: () => Promise<{ readonly handler: Callable }>): Callable => ({
  call: async (from, input) => (await load()).handler.call(from, input),
});

const ofWebhooks = (name: keyof typeof webhookOperations): Callable =>
  late(async () => ({ handler: (await import('./mcp-webhooks.ts'))[name] }));

const environment = readEnvironment('BASE_URL', 'COUNTERS_TABLE', 'IDEMPOTENCY_TABLE', 'SERVICE_VERSION');
const db = documentClient();
const { BASE_URL: baseUrl } = environment;

/** Responds with problem documents and tells rejected clients where to get a token. */
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
      getMe: late(() => import('../../people/get-me.ts')),
      getUsage: late(() => import('../../analytics/get-usage.ts')),
      listForms: late(() => import('../../forms/list-forms.ts')),
      getForm: late(() => import('../../forms/get-form.ts')),
      createForm: late(() => import('../../forms/create-form.ts')),
      updateForm: late(() => import('../../forms/update-form.ts')),
      getStatistics: late(() => import('../../analytics/get-statistics.ts')),
      listSubmissions: late(() => import('../../submissions/list-submissions.ts')),
      listAllSubmissions: late(() => import('../../submissions/list-all-submissions.ts')),
      getSubmission: late(() => import('../../submissions/get-submission.ts')),
      getTimeline: late(() => import('../../timeline/get-timeline.ts')),
      changeSubmissions: late(() => import('../../submissions/bulk/change-submissions.ts')),
      listWebhooks: ofWebhooks('listWebhooks'),
      listAccountWebhooks: ofWebhooks('listAccountWebhooks'),
      listDeliveries: ofWebhooks('listDeliveries'),
      getDelivery: ofWebhooks('getDelivery'),
      replayDelivery: ofWebhooks('replayDelivery'),
    },
    events: memoize(async () => (await import('../../agents/events/event-deps.ts')).eventMethodsOf()),
    calls: counterStore(db, environment.COUNTERS_TABLE),
    repeated: repeatedCallStore(db, environment.IDEMPOTENCY_TABLE, Date.now),
    baseUrl,
    version: environment.SERVICE_VERSION,
    now: Date.now,
  }),
);
