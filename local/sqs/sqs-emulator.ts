/**
 * Runs SQS locally with fauxqs. The functions use it over HTTP, and the runner's pollers use it in-process.
 */
import * as z from 'zod';
import { REGION, arn } from '../aws-names.ts';
import { RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import { flag } from '../template/template.ts';
import { openFauxqsStores, type FauxqsStores } from './fauxqs-stores.ts';
import { LocalQueue } from './local-queue.ts';
import { TraceHeaders } from './trace-headers.ts';

const number = z.coerce.number().optional();
const queueProperties = z.object({
  FifoQueue: flag.optional(),
  ContentBasedDeduplication: flag.optional(),
  DelaySeconds: number,
  MaximumMessageSize: number,
  MessageRetentionPeriod: number,
  ReceiveMessageWaitTimeSeconds: number,
  VisibilityTimeout: number,
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
});

/**
 * Emulates SQS on 127.0.0.1. Sets up fauxqs' components itself instead of calling `startFauxqs`, which
 * listens on all interfaces and would expose a developer's queues to the network.
 */
export class SqsEmulator implements Service {
  readonly endpoint: string;
  readonly #opened: FauxqsStores;
  readonly #traceHeaders: TraceHeaders;
  readonly #close: () => Promise<void>;

  private constructor(
    endpoint: string,
    opened: FauxqsStores,
    traceHeaders: TraceHeaders,
    close: () => Promise<void>,
  ) {
    this.endpoint = endpoint;
    this.#opened = opened;
    this.#traceHeaders = traceHeaders;
    this.#close = close;
  }

  /** Starts the emulator, and loads queues and messages from an earlier run if `directory` contains any. */
  static async start(directory: string): Promise<SqsEmulator> {
    const { buildApp } = await import('fauxqs');
    const opened = openFauxqsStores(directory);
    const { stores } = opened;
    // Use the request's host in queue URLs.
    stores.sqsStore.host = '';
    stores.sqsStore.region = REGION;
    const app = buildApp({ logger: false, defaultRegion: REGION, stores });
    const traceHeaders = new TraceHeaders();
    app.addHook('preHandler', ({ headers }, _reply, done) => {
      traceHeaders.handle([headers['x-amzn-trace-id']].flat()[0], done);
    });
    const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      stores.sqsStore.shutdown();
      await app.close();
      opened.close();
    };
    return new SqsEmulator(endpoint, opened, traceHeaders, () => (closed ??= close()));
  }

  /** Creates the template's queues, and updates the attributes of queues from an earlier run. */
  createQueues(stack: Stack): void {
    for (const { logicalId, ref, attributes, properties } of stack.resources(
      ['AWS::SQS::Queue'],
      queueProperties,
    )) {
      const name = attributes['QueueName'] ?? logicalId;
      const { RedrivePolicy, ...simple } = properties;
      const wanted = Object.fromEntries(Object.entries(simple).map(([key, value]) => [key, String(value)]));
      if (RedrivePolicy !== undefined) wanted['RedrivePolicy'] = JSON.stringify(RedrivePolicy);
      const { sqsStore } = this.#opened.stores;
      const present = sqsStore.getQueueByName(name);
      const queue = present ?? sqsStore.createQueue(name, ref, arn('sqs', name), wanted);
      if (present) {
        present.setAttributes({ RedrivePolicy: '', ...wanted });
        // Replace the stored queue URL, because it contains the port of an earlier run.
        Object.assign(present, { url: ref });
      }
      this.#traceHeaders.keepFor(queue);
    }
  }

  /**
   * Returns the queue with this ARN.
   * @throws RunnerError if the stack has no such queue. The message starts with `usedBy`.
   */
  queue(queueArn: string, usedBy: string): LocalQueue {
    const queue = this.#opened.stores.sqsStore.getQueueByArn(queueArn);
    if (queue === undefined) throw new RunnerError(`${usedBy}: the stack has no queue ${queueArn}`);
    return new LocalQueue(queue, this.#opened, this.#traceHeaders);
  }

  /**
   * Returns the queue with this URL.
   * @throws RunnerError if the stack has no such queue. The message starts with `usedBy`.
   */
  queueAt(queueUrl: string, usedBy: string): LocalQueue {
    const queue = this.#opened.stores.sqsStore.getQueueByName(queueUrl.split('/').at(-1) ?? '');
    if (queue === undefined) throw new RunnerError(`${usedBy}: the stack has no queue ${queueUrl}`);
    return new LocalQueue(queue, this.#opened, this.#traceHeaders);
  }

  stop(): Promise<void> {
    return this.#close();
  }
}
