/**
 * Provides a Lambda endpoint for an unmodified LambdaClient, which invokes functions and returns their
 * results.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { messageOf } from '../runner-error.ts';
import { listenOnLoopback, type LoopbackServer } from '../http/loopback-server.ts';
import type { Functions } from './functions.ts';
import { isThrottled } from './local-function.ts';

const invocation = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * Starts an endpoint for `Invoke` calls with the type RequestResponse, which are the only calls that the
 * operator's commands make.
 */
export async function listenForLambda(functions: Functions): Promise<LoopbackServer> {
  const server = createServer((message, response) => void respond(functions, message, response));
  return listenOnLoopback(server);
}

async function respond(
  functions: Functions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const [, reference] = invocation.exec(new URL(message.url ?? '/', 'http://lambda').pathname) ?? [];
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
