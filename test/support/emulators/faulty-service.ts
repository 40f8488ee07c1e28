/** Starts proxies in front of real emulators that can make individual calls fail. */
import { Retry } from '@smithy/core/retry';
import { once } from 'node:events';
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `lost-answer` performs the call but responds with 500. `hang-up` closes the connection without performing
 * the call. `silence` doesn't perform the call and never responds, so the client times out.
 */
export type Fault = 'throttle' | 'lost-answer' | 'hang-up' | 'silence';

export interface FaultyService {
  readonly endpoint: string;
  /**
   * Makes call number `ordinal` fail on every SDK attempt. Numbers start at 1.
   * @param andAllAfter also fails all later calls
   */
  fail(ordinal: number, fault: Fault, andAllAfter?: boolean): void;
  /**
   * Stops all failures. Returns the names of the calls made after `fail`, such as `GetItem` or `PutItem`.
   */
  heal(): readonly string[];
  stop(): Promise<void>;
}

/** Protocol of an emulated service, for reading the name of a call and sending error responses. */
interface Dialect {
  callOf(request: IncomingMessage): string;
  throttled(response: ServerResponse): void;
  broken(response: ServerResponse): void;
}

const DYNAMODB_JSON = { 'content-type': 'application/x-amz-json-1.0' };
const dynamoDbError = (name: string, message: string): string =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message });

const DYNAMODB: Dialect = {
  callOf: ({ headers }) => String(headers['x-amz-target']).split('.')[1] ?? '',
  throttled: (response) =>
    void response.writeHead(400, DYNAMODB_JSON).end(dynamoDbError('ThrottlingException', 'Rate exceeded')),
  broken: (response) =>
    void response.writeHead(500, DYNAMODB_JSON).end(dynamoDbError('InternalServerError', 'Internal')),
};

const sesError = (name: string): Record<string, string> => ({
  'content-type': 'application/json',
  'x-amzn-errortype': name,
});

const SES: Dialect = {
  callOf: () => 'SendEmail',
  throttled: (response) =>
    void response.writeHead(429, sesError('TooManyRequestsException')).end('{"message":"Too fast"}'),
  broken: (response) =>
    void response.writeHead(500, sesError('InternalServiceErrorException')).end('{"message":"Internal"}'),
};

export const startFaultyDynamoDb = (target: string): Promise<FaultyService> =>
  startFaultyService(target, DYNAMODB);

export const startFaultySes = (target: string): Promise<FaultyService> => startFaultyService(target, SES);

/**
 * Keeps the SDK's usual number of attempts, but only waits milliseconds between them, so that throttled calls
 * don't take seconds.
 */
function retryWithoutWaiting(): void {
  Retry.delay = () => 1;
  Retry.throttlingDelay = () => 1;
}

async function startFaultyService(target: string, dialect: Dialect): Promise<FaultyService> {
  retryWithoutWaiting();
  let plan: { ordinal: number; fault: Fault; andAllAfter: boolean } | undefined;
  /** Call names, keyed by the SDK's invocation id, which is the same for all retries of a call. */
  let calls = new Map<string, string>();

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(request, response, Buffer.concat(chunks)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });

  function faultOf(callId: string): Fault | undefined {
    const ordinal = [...calls.keys()].indexOf(callId) + 1;
    const isMeant = plan && (plan.andAllAfter ? ordinal >= plan.ordinal : ordinal === plan.ordinal);
    return isMeant ? plan?.fault : undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const id = String(request.headers['amz-sdk-invocation-id']);
    if (!calls.has(id)) calls.set(id, dialect.callOf(request));
    const fault = faultOf(id);
    if (fault === 'silence') return;
    if (fault === 'hang-up') {
      request.socket.destroy();
      return;
    }
    if (fault === 'throttle') {
      dialect.throttled(response);
      return;
    }
    const answered = await forward(request, body);
    const content = await buffer(answered);
    if (fault === 'lost-answer') dialect.broken(response);
    else response.writeHead(answered.statusCode ?? 0, headersOf(answered)).end(content);
  }

  async function forward(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, url = '/' } = request;
    const sent = send(new URL(url, target), { method, agent, headers: headersOf(request) }).end(body);
    const [answered] = (await once(sent, 'response')) as [IncomingMessage];
    return answered;
  }

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(ordinal, fault, andAllAfter = false) {
      calls = new Map();
      plan = { ordinal, fault, andAllAfter };
    },
    heal() {
      plan = undefined;
      return [...calls.values()];
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the headers of a request or response, except connection headers. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['connection', 'host', 'keep-alive', 'transfer-encoding'].includes(name)
        ? [[name, value]]
        : [],
    ),
  );
