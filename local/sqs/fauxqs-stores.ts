/**
 * Opens fauxqs' stores with the data from an earlier run. The stores aren't part of the package's public API,
 * so they are imported by path. The package's version is pinned, and the local queues' tests detect breaking
 * changes.
 */
import type { BuildAppOptions } from 'fauxqs';
import { PersistenceManager } from '../../node_modules/fauxqs/dist/persistence.js';
import { S3Store } from '../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsQueue, SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';

type Stores = NonNullable<BuildAppOptions['stores']>;
export type Queue = SqsQueue;
type Message = Parameters<Queue['enqueue']>[0];

/** Internal fields of fauxqs' persistence object that the runner relies on. */
interface Internals {
  readonly db: { exec(sql: string): void; prepare(sql: string): { run(...values: string[]): unknown } };
  transaction(change: () => void): void;
}

export interface FauxqsStores {
  readonly stores: Stores;
  readonly createMessage: (body: string) => Message;
  readonly close: () => void;
}

/** Opens the queue and message database in `directory`, or creates it if it doesn't exist. */
export function openFauxqsStores(directory: string): FauxqsStores {
  const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  receiveInOneTransaction(SqsQueue.prototype);
  const persistence = new PersistenceManager(directory);
  const internals = persistence as unknown as Internals;
  prepareDatabase(internals, persistence);
  // Connect the stores to persistence only after loading, as fauxqs does, because loading would otherwise
  // write to the database.
  persistence.loadSqsAndSns(stores.sqsStore, stores.snsStore);
  stores.sqsStore.persistence = persistence;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;
  return {
    stores,
    createMessage: (body) => SqsStore.createMessage(body),
    close: () => persistence.close(),
  };
}

/**
 * Marks a prototype that this module has already modified. The module may be loaded several times, but must
 * only modify the prototype once.
 */
const CHANGED = Symbol.for('svc-forms.receives-in-one-transaction');

/**
 * Makes `receive` use one transaction. When fauxqs receives messages, it moves dead letters in two
 * statements. If the process were killed between them, a message would be lost.
 * @param queues the prototype of all queues
 */
function receiveInOneTransaction(queues: Queue): void {
  if (Object.hasOwn(queues, CHANGED)) return;
  Object.defineProperty(queues, CHANGED, { value: true });
  type Dequeue = Queue['dequeue'];
  const dequeue: (this: Queue, ...given: Parameters<Dequeue>) => ReturnType<Dequeue> = Reflect.get(
    queues,
    'dequeue',
  );
  queues.dequeue = function (this: Queue, ...given: Parameters<Dequeue>) {
    let received: ReturnType<Dequeue> = [];
    (this.persistence as unknown as Internals).transaction(() => {
      received = dequeue.apply(this, given);
    });
    return received;
  };
}

/**
 * Changes how fauxqs uses its database, before messages from an earlier run are loaded:
 *
 * - Messages that were in flight in an earlier run become visible immediately, and their last receive isn't
 *   counted. These messages didn't fail: their receivers just stopped when that run ended. Otherwise, killing
 *   the runner a few times in a row would move good messages to the dead-letter queue.
 * - With a visibility timeout of 0, fauxqs writes a null that its table doesn't allow, and the message is
 *   lost.
 * - By default, every statement waits for the disk. This isn't needed, because the data only has to survive
 *   if the process is killed, not if the machine crashes.
 */
function prepareDatabase({ db }: Internals, persistence: PersistenceManager): void {
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
