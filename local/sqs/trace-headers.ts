/** Keeps the trace header that each message was sent with, because fauxqs drops it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queue } from './fauxqs-stores.ts';

type Message = Parameters<Queue['enqueue']>[0];

/**
 * The trace headers of an emulator's messages. They are only stored in memory. After the runner restarts,
 * each message starts a new chain of requests.
 */
export class TraceHeaders {
  readonly #request = new AsyncLocalStorage<string | undefined>();
  readonly #headers = new WeakMap<Message, string>();

  /** Handles a request. Messages sent during the request keep the request's trace header. */
  handle(traceHeader: string | undefined, request: () => void): void {
    this.#request.run(traceHeader, request);
  }

  /** Makes the queue keep the trace headers of its messages. */
  keepFor(queue: Queue): void {
    const enqueue = queue.enqueue.bind(queue);
    queue.enqueue = (message) => {
      const traceHeader = this.#request.getStore();
      // Another request may move the message to the dead-letter queue, so don't replace its original header.
      if (traceHeader !== undefined && !this.#headers.has(message)) this.#headers.set(message, traceHeader);
      enqueue(message);
    };
  }

  of(message: Message): string | undefined {
    return this.#headers.get(message);
  }
}
