/** A DynamoDB whose calls fail as told: everything else it passes on to a real emulator. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `lost-answer` does what was asked and answers 500 all the same; `silence` does nothing and never answers. */
export type Fault = 'throttle' | 'lost-answer' | 'silence';

const JSON_TYPE = { 'content-type': 'application/x-amz-json-1.0' };

export interface FaultyDynamoDb {
  readonly endpoint: string;
  /** From now on, the `ordinal`th call (counted from 1) fails so, each time the SDK tries it. */
  fail(ordinal: number, fault: Fault): void;
  /** No call fails any more. Gives the calls since `fail`, as `GetItem`, `PutItem`, … */
  heal(): readonly string[];
  stop(): Promise<void>;
}

export async function startFaultyDynamoDb(target: string): Promise<FaultyDynamoDb> {
  let plan: { ordinal: number; fault: Fault } | undefined;
  /** Names of calls by the SDK's id of the call, which its retries share. */
  let calls = new Map<string, string>();

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(request, response, Buffer.concat(chunks)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const id = String(request.headers['amz-sdk-invocation-id']);
    if (!calls.has(id)) calls.set(id, String(request.headers['x-amz-target']).split('.')[1] ?? '');
    const fault = plan && [...calls.keys()].indexOf(id) + 1 === plan.ordinal ? plan.fault : undefined;
    if (fault === 'silence') return;
    if (fault === 'throttle') {
      const thrown = {
        __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException',
        message: 'Rate exceeded',
      };
      response.writeHead(400, JSON_TYPE).end(JSON.stringify(thrown));
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
          ? [[name, value]]
          : [],
      ),
    );
    const answered = await fetch(target, { method: 'POST', headers, body: new Uint8Array(body) });
    const text = await answered.text();
    const internal = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'Internal' };
    if (fault === 'lost-answer') response.writeHead(500, JSON_TYPE).end(JSON.stringify(internal));
    else response.writeHead(answered.status, JSON_TYPE).end(text);
  }

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(ordinal, fault) {
      calls = new Map();
      plan = { ordinal, fault };
    },
    heal() {
      plan = undefined;
      return [...calls.values()];
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
