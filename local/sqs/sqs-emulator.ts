import type { BuildAppOptions } from 'fauxqs';
import * as z from 'zod';
import { REGION, arn } from '../aws-names.ts';
import { RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import { LocalQueue } from './local-queue.ts';
import { flag } from '../template/template.ts';

type Stores = NonNullable<BuildAppOptions['stores']>;
type SqsStore = Stores['sqsStore'];
type Persistence = NonNullable<SqsStore['persistence']>;

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
 * SQS on 127.0.0.1: fauxqs over HTTP for the functions, and the same queues directly for the runner's own pollers,
 * which saves them two HTTP exchanges a batch.
 *
 * `startFauxqs` listens on all interfaces, and nobody else on the network may reach a developer's queues; so its
 * parts are put together here as it does itself, with a host of our own. The parts are no public API of the package:
 * its version is pinned, and the tests of this file would notice.
 */
export class SqsEmulator implements Service {
  readonly endpoint: string;
  readonly #store: SqsStore;
  readonly #close: () => Promise<void>;

  private constructor(endpoint: string, store: SqsStore, close: () => Promise<void>) {
    this.endpoint = endpoint;
    this.#store = store;
    this.#close = close;
  }

  /** Starts with the queues and messages of an earlier run, if `directory` holds them. */
  static async start(directory: string): Promise<SqsEmulator> {
    const { buildApp } = await import('fauxqs');
    const [{ SqsStore }, { SnsStore }, { S3Store }, { PersistenceManager }] = await Promise.all([
      part<{ SqsStore: new () => SqsStore }>('sqs/sqsStore.js'),
      part<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js'),
      part<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js'),
      part<{ PersistenceManager: new (directory: string) => Persistence }>('persistence.js'),
    ]);
    const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
    const persistence = new PersistenceManager(directory);
    prepareDatabase(persistence);
    // Loading comes before the stores know about persistence, as in startFauxqs: else loading would write.
    persistence.loadSqsAndSns(stores.sqsStore, stores.snsStore);
    stores.sqsStore.persistence = persistence;
    for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;
    // No host name of its own: queue URLs carry the host that the request came to.
    stores.sqsStore.host = '';
    stores.sqsStore.region = REGION;
    const app = buildApp({ logger: false, defaultRegion: REGION, stores });
    const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      stores.sqsStore.shutdown();
      await app.close();
      persistence.close();
    };
    return new SqsEmulator(endpoint, stores.sqsStore, () => (closed ??= close()));
  }

  /** Makes the template's queues, and gives those of an earlier run its present attributes. */
  createQueues(stack: Stack): void {
    for (const { logicalId, ref, attributes, properties } of stack.resources(
      ['AWS::SQS::Queue'],
      queueProperties,
    )) {
      const name = attributes['QueueName'] ?? logicalId;
      const { RedrivePolicy, ...simple } = properties;
      const wanted = Object.fromEntries(Object.entries(simple).map(([key, value]) => [key, String(value)]));
      if (RedrivePolicy !== undefined) wanted['RedrivePolicy'] = JSON.stringify(RedrivePolicy);
      const present = this.#store.getQueueByName(name);
      if (present === undefined) this.#store.createQueue(name, ref, arn('sqs', name), wanted);
      else {
        present.setAttributes({ RedrivePolicy: '', ...wanted });
        // Its stored URL names the port of the earlier run.
        Object.assign(present, { url: ref });
      }
    }
  }

  /** @throws RunnerError naming `usedBy` when the stack has no queue of this ARN. */
  queue(queueArn: string, usedBy: string): LocalQueue {
    const queue = this.#store.getQueueByArn(queueArn);
    if (queue === undefined) throw new RunnerError(`${usedBy}: no queue of the stack is ${queueArn}`);
    return new LocalQueue(queue, (deadLetterArn) => this.#store.getQueueByArn(deadLetterArn), this.endpoint);
  }

  stop(): Promise<void> {
    return this.#close();
  }
}

/** A module of fauxqs that its package does not export. */
async function part<M>(file: string): Promise<M> {
  return (await import(new URL(file, import.meta.resolve('fauxqs')).href)) as M;
}

/** The database of fauxqs, as far as the runner reaches into it. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: string[]): unknown };
}

/**
 * Changes what fauxqs does with its database, before the messages of an earlier run are loaded from it:
 *
 * - Messages that an earlier run had in flight are visible at once, and their last receipt does not count. Whoever
 *   had received them ended with that run, which says nothing about the message; if it counted, a few kills in a row
 *   would put a message that never failed into the dead-letter queue.
 * - A visibility timeout of 0 makes fauxqs write a null where its table allows none, and the message is lost.
 * - Every statement waits for the disk. To survive the end of the process, which is what the runner promises, the
 *   operating system's cache is enough.
 */
function prepareDatabase(persistence: Persistence): void {
  const { db } = persistence as unknown as { db: Database };
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`
    UPDATE sqs_messages
    SET receipt_handle = NULL, visibility_deadline = NULL,
        approximate_receive_count = MAX(approximate_receive_count - 1, 0)
    WHERE receipt_handle IS NOT NULL
  `);
  const makeVisible = db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId: string) => void makeVisible.run(messageId);
}
