/**
 * Provides a delivery queue for the minimal server (`floor-server.ts`), using the service's queue emulator.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqsEmulator } from '../../../local/sqs/sqs-emulator.ts';
import { Stack } from '../../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from '../../support/assembly/assembly.ts';

export interface FloorQueue {
  /** Environment variables that tell functions how to reach the queue. */
  readonly environment: Readonly<Record<string, string>>;
  /** Passes each message to `deliver`, up to ten at a time, until the queue is stopped. */
  deliverWith(deliver: (message: string) => Promise<void>): void;
  stop(): Promise<void>;
}

export async function startFloorQueue(): Promise<FloorQueue> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-queue-'));
  const emulator = await SqsEmulator.start(folder);
  const endpoints = { sqsEndpoint: emulator.endpoint, apiEndpoint: 'http://127.0.0.1:1' };
  const stack = Stack.read(assemblyFolder(), STACK_NAME, endpoints);
  emulator.createQueues(stack);
  const { DeliveriesQueue = '' } = stack.outputs();
  const queue = emulator.queueAt(DeliveriesQueue, 'the floor');
  let isStopping = false;
  let delivering: Promise<void> | undefined;
  const deliverAll = async (deliver: (message: string) => Promise<void>): Promise<void> => {
    while (!isStopping) {
      const messages = await queue.receive(10, 20);
      await Promise.all(
        messages.map(async ({ message, receiptHandle }) => {
          await deliver(message.body);
          queue.delete(receiptHandle);
        }),
      );
    }
  };
  return {
    environment: { AWS_ENDPOINT_URL_SQS: emulator.endpoint, DELIVERIES_QUEUE_URL: DeliveriesQueue },
    deliverWith(deliver) {
      delivering = deliverAll(deliver);
    },
    async stop() {
      isStopping = true;
      queue.endWaiting();
      await delivering;
      await emulator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
