/**
 * The stores of fauxqs with what an earlier run kept. They are no public API of the package: its version is pinned,
 * and the tests of the local queues notice a change.
 */
import type { BuildAppOptions } from 'fauxqs';

type Stores = NonNullable<BuildAppOptions['stores']>;
export type SqsStore = Stores['sqsStore'];
export type Queue = NonNullable<ReturnType<SqsStore['getQueueByName']>>;
type Persistence = NonNullable<SqsStore['persistence']>;
type Message = Parameters<Queue['enqueue']>[0];

/** What the runner reaches for inside the persistence. */
interface Internals {
  readonly db: { exec(sql: string): void; prepare(sql: string): { run(...values: string[]): unknown } };
  transaction(change: () => void): void;
}

export interface FauxqsStores {
  readonly stores: Stores;
  readonly createMessage: (body: string) => Message;
  readonly close: () => void;
}

/** Opens the database in `directory`, which keeps queues and messages; makes it when it is not there. */
export async function openFauxqsStores(directory: string): Promise<FauxqsStores> {
  const [{ SqsStore: SqsStoreClass, SqsQueue }, { SnsStore }, { S3Store }, { PersistenceManager }] =
    await Promise.all([
      internal<{
        SqsStore: (new () => SqsStore) & { createMessage(body: string): Message };
        SqsQueue: { prototype: Queue };
      }>('sqs/sqsStore.js'),
      internal<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js'),
      internal<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js'),
      internal<{ PersistenceManager: new (directory: string) => Persistence }>('persistence.js'),
    ]);
  const stores: Stores = { sqsStore: new SqsStoreClass(), snsStore: new SnsStore(), s3Store: new S3Store() };
  receiveInOneTransaction(SqsQueue.prototype);
  const persistence = new PersistenceManager(directory);
  const internals = persistence as unknown as Internals;
  prepareDatabase(internals, persistence);
  // Loading comes before the stores know about persistence, as fauxqs does it: else loading would write.
  persistence.loadSqsAndSns(stores.sqsStore, stores.snsStore);
  stores.sqsStore.persistence = persistence;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence;
  return {
    stores,
    createMessage: (body) => SqsStoreClass.createMessage(body),
    close: () => persistence.close(),
  };
}

/** The mark of a prototype that is changed; this module may be loaded more often than the package. */
const CHANGED = Symbol.for('svc-forms.receives-in-one-transaction');

/**
 * fauxqs moves a dead letter with two statements, whoever receives: a kill between them must not lose the message.
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

/** A module of fauxqs that its package does not export. */
async function internal<M>(file: string): Promise<M> {
  return (await import(new URL(file, import.meta.resolve('fauxqs')).href)) as M;
}

/**
 * Changes what fauxqs does with its database, before the messages of an earlier run are loaded from it:
 *
 * - Messages that an earlier run had in flight are visible at once, and their last receipt does not count. Their
 *   receivers ended with that run, which says nothing about the messages; if it counted, a few kills in a row would
 *   put messages that never failed into the dead-letter queue.
 * - A visibility timeout of 0 makes fauxqs write a null where its table allows none, and the message is lost.
 * - Every statement waits for the disk. To survive the end of the process, which is what the runner promises, the
 *   operating system's cache is enough.
 */
function prepareDatabase({ db }: Internals, persistence: Persistence): void {
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
