/** Serves function URLs, which invoke the stack's functions over HTTP without a gateway. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { headOf, toApiEvent } from '../http/api-event.ts';
import { gatewayMessage, toApiResponse, type ApiResponse } from '../http/api-response.ts';
import { listenOnLoopback } from '../http/loopback-server.ts';
import { RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import type { Functions } from './functions.ts';
import { isThrottled, type LocalFunction } from './local-function.ts';

const urlProperties = z.object({
  TargetFunctionArn: z.string(),
  AuthType: z.string(),
  InvokeMode: z.string().default('BUFFERED'),
});

/** Lambda's limit for request bodies. */
const MAXIMUM_BYTES = 6 * 1_048_576;

/**
 * A server for function URLs. It starts listening before the functions are known, because the template
 * contains the URLs, and handles requests once `serve` is called.
 */
export interface FunctionUrls extends Service {
  /** Base URL of all function URLs. A function's URL is this URL followed by `/<logical id>/`. */
  readonly endpoint: string;
  /**
   * Starts handling requests.
   * @throws RunnerError for a URL that isn't supported locally
   */
  serve(stack: Stack, functions: Functions): void;
}

export async function listenForFunctionUrls(): Promise<FunctionUrls> {
  let targets: ReadonlyMap<string, LocalFunction> = new Map();
  const server = createServer((message, response) => void respond(message, response, () => targets));
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    serve: (stack, functions) => {
      targets = new Map(
        stack.resources(['AWS::Lambda::Url'], urlProperties).map(({ logicalId, properties }) => {
          const { TargetFunctionArn, AuthType, InvokeMode } = properties;
          if (AuthType !== 'NONE' || InvokeMode !== 'BUFFERED')
            throw new RunnerError(
              `${logicalId}: the local runner supports only public, buffered function URLs`,
            );
          return [logicalId, functions.find(TargetFunctionArn, logicalId)];
        }),
      );
    },
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  targetsOf: () => ReadonlyMap<string, LocalFunction>,
): Promise<void> {
  const { status, headers, body } = await answerOf(message, targetsOf());
  response.writeHead(status, headers);
  response.end(body);
}

async function answerOf(
  message: IncomingMessage,
  targets: ReadonlyMap<string, LocalFunction>,
): Promise<ApiResponse> {
  const [, id = '', path = '/'] = /^\/([^/?]+)(.*)$/.exec(message.url ?? '') ?? [];
  const fn = targets.get(id);
  if (fn === undefined) return gatewayMessage(404, 'Not Found');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAXIMUM_BYTES) return gatewayMessage(413, 'Request Entity Too Large');
    chunks.push(chunk);
  }
  const head = { ...headOf(message), url: path.startsWith('/') ? path : `/${path}` };
  const event = toApiEvent(
    {
      head,
      body: Buffer.concat(chunks),
      requestId: randomUUID(),
      receivedAt: new Date(),
      port: message.socket.localPort ?? 0,
    },
    { route: { key: '$default', target: fn }, pathParameters: {} },
  );
  const result = await fn.invoke(event);
  if (isThrottled(result)) return gatewayMessage(429, 'Too Many Requests');
  return result.error === undefined
    ? toApiResponse(result.payload)
    : gatewayMessage(502, 'Internal Server Error');
}
