/** Meters DynamoDB calls: forwards every call to an emulator and records its consumed capacity. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const consumed = z.object({ TableName: z.string(), CapacityUnits: z.number() });
const answer = z.looseObject({ ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional() });

export interface MeteredCall {
  /** `GetItem`, `PutItem`, … */
  readonly operation: string;
  readonly tables: readonly string[];
  readonly units: number;
  /** Start time in milliseconds, measured by this process's clock. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface DynamoDbMeter {
  readonly endpoint: string;
  /** Returns the calls made after the previous `take`, except stream polling. */
  take(): MeteredCall[];
  stop(): Promise<void>;
}

/**
 * Starts a metering proxy.
 * @param emulator endpoint that receives the calls
 * @param delayMs extra duration of each call, in milliseconds
 */
export async function meterOf(emulator: string, { delayMs = 0 } = {}): Promise<DynamoDbMeter> {
  let calls: MeteredCall[] = [];

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void pass(String(request.headers['x-amz-target'] ?? ''), Buffer.concat(chunks), request.headers).then(
        ({ status, text }) => {
          response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
        },
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function pass(target: string, bytes: Buffer, headers: IncomingHttpHeaders) {
    const startedAt = performance.now();
    const metered = target.startsWith('DynamoDB_');
    const given = bytes.length === 0 ? {} : z.looseObject({}).parse(JSON.parse(bytes.toString()));
    const answered = await fetch(emulator, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        authorization: headers.authorization ?? '',
        'x-amz-date': String(headers['x-amz-date'] ?? ''),
      },
      body: JSON.stringify(metered ? { ...given, ReturnConsumedCapacity: 'TOTAL' } : given),
    });
    const text = await answered.text();
    if (delayMs > 0) await pause(delayMs);
    const { ConsumedCapacity = [] } = answer.parse(JSON.parse(text));
    const parts = Array.isArray(ConsumedCapacity) ? ConsumedCapacity : [ConsumedCapacity];
    if (metered) {
      calls.push({
        operation: target.split('.')[1] ?? target,
        tables: parts.map(({ TableName }) => TableName),
        units: parts.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0),
        startedAt,
        endedAt: performance.now(),
      });
    }
    return { status: answered.status, text };
  }

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
    stop() {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}
