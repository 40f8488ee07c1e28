/** Gives the runner in-process access to a queue of the SQS emulator. */
import type { FauxqsStores, Queue } from './fauxqs-stores.ts';
import type { TraceHeaders } from './trace-headers.ts';

/** A message in flight, with the attributes that Lambda passes to a function. */
export type ReceivedMessage = (Queue['inflightMessages'] extends Map<string, infer Entry> ? Entry : never) & {
  readonly traceHeader: string | undefined;
};

/** A queue and its messages. Each method stores its changes before it returns. */
export class LocalQueue {
  readonly #queue: Queue;
  readonly #emulator: FauxqsStores;
  readonly #traceHeaders: TraceHeaders;

  constructor(queue: Queue, emulator: FauxqsStores, traceHeaders: TraceHeaders) {
    this.#queue = queue;
    this.#emulator = emulator;
    this.#traceHeaders = traceHeaders;
  }

  get arn(): string {
    return this.#queue.arn;
  }

  /**
   * Receives up to `maximum` (at most 10) messages, waiting up to `waitSeconds` for the first one. Received
   * messages stay invisible for the queue's visibility timeout. Messages that were received too often go to
   * the dead-letter queue instead.
   */
  async receive(maximum: number, waitSeconds: number): Promise<ReceivedMessage[]> {
    const messages = this.#take(maximum);
    if (messages.length > 0 || waitSeconds === 0) return messages;
    await this.#queue.waitForMessages(waitSeconds);
    return this.#take(maximum);
  }

  /** Deletes the message with this receipt handle. */
  delete(receiptHandle: string): void {
    this.#queue.deleteMessage(receiptHandle);
  }

  /** Makes pending `receive` calls stop waiting and return the available messages. */
  endWaiting(): void {
    this.#queue.cancelWaiters();
  }

  /** Sends a message. The message is stored when this call returns. */
  send(body: string): void {
    this.#queue.enqueue(this.#emulator.createMessage(body));
  }

  #take(maximum: number): ReceivedMessage[] {
    const { stores } = this.#emulator;
    const deadLetters = (arn: string): Queue | undefined => stores.sqsStore.getQueueByArn(arn);
    const received = this.#queue.dequeue(Math.min(maximum, 10), undefined, deadLetters);
    return received.flatMap(({ ReceiptHandle }) => {
      const entry = this.#queue.inflightMessages.get(ReceiptHandle);
      return entry ? { ...entry, traceHeader: this.#traceHeaders.of(entry.message) } : [];
    });
  }
}
