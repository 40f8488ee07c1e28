/**
 * Provides a Lambda endpoint for an unmodified `LambdaClient`. The endpoint invokes functions and reports
 * whether event source mappings are enabled.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { messageOf } from '../runner-error.ts';
import * as z from 'zod';
import { listenOnLoopback } from '../http/loopback-server.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import { flag } from '../template/template.ts';
import type { Functions } from './functions.ts';
import { isThrottled } from './local-function.ts';

const invocation = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

const mapping = /^\/2015-03-31\/event-source-mappings\/([^/]+)$/;

const mappingProperties = z.object({ Enabled: flag.default(true) });

/**
 * An endpoint that starts listening before the functions are known, because the functions' environment
 * includes the endpoint's address.
 */
export interface LambdaEndpoint extends Service {
  readonly endpoint: string;
  /** Starts handling requests. */
  serve(stack: Stack, functions: Functions): void;
}

/** The functions, and whether each event source mapping is enabled. */
interface Served {
  readonly functions: Functions;
  readonly mappings: ReadonlyMap<string, boolean>;
}

/**
 * Starts the endpoint, which supports the calls that the service and the operator's commands make: `Invoke`
 * with the type `RequestResponse`, and `GetEventSourceMapping`.
 */
export async function listenForLambda(): Promise<LambdaEndpoint> {
  let served: Served | undefined;
  const server = createServer((message, response) => void respond(served, message, response));
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    serve: (stack, functions) => {
      const mappings = stack.resources(['AWS::Lambda::EventSourceMapping'], mappingProperties);
      served = {
        functions,
        mappings: new Map(mappings.map(({ ref, properties }) => [ref, properties.Enabled])),
      };
    },
  };
}

async function respond(
  served: Served | undefined,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (served === undefined) throw new Error('the local runner is still starting');
    const { functions, mappings } = served;
    const { pathname } = new URL(message.url ?? '/', 'http://lambda');
    const [, id] = mapping.exec(pathname) ?? [];
    if (id !== undefined && message.method === 'GET') {
      const isEnabled = mappings.get(id);
      if (isEnabled === undefined) throw new Error(`event source mapping ${id} not found`);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ UUID: id, State: isEnabled ? 'Enabled' : 'Disabled' }));
      return;
    }
    const [, reference] = invocation.exec(pathname) ?? [];
    if (reference === undefined || message.method !== 'POST')
      throw new Error(`the local runner does not support ${message.method ?? ''} ${message.url ?? ''}`);
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const fn = functions.find(decodeURIComponent(reference), 'the Lambda endpoint');
    const result = await fn.invokeJson(Buffer.concat(chunks).toString('utf8') || '{}');
    if (isThrottled(result)) {
      response.writeHead(429, {
        'content-type': 'application/json',
        'x-amzn-errortype': 'TooManyRequestsException',
      });
      response.end('{"Type":"User","Reason":"ConcurrentInvocationLimitExceeded","message":"Rate Exceeded."}');
      return;
    }
    const failed = result.error !== undefined;
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(failed && { 'x-amz-function-error': 'Unhandled' }),
    });
    response.end(failed ? JSON.stringify(result.error) : result.payload);
  } catch (error) {
    response.writeHead(404, {
      'content-type': 'application/json',
      'x-amzn-errortype': 'ResourceNotFoundException',
    });
    response.end(JSON.stringify({ Type: 'User', Message: messageOf(error) }));
  }
}
