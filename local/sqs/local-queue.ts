import type { BuildAppOptions } from 'fauxqs';
import { ACCOUNT_ID } from '../aws-names.ts';

type SqsStore = NonNullable<BuildAppOptions['stores']>['sqsStore'];
type Queue = NonNullable<ReturnType<SqsStore['getQueueByName']>>;

/** A message in flight, with what Lambda tells a function about it. */
export type ReceivedMessage = Queue['inflightMessages'] extends Map<string, infer Entry> ? Entry : never;

/** One queue, as the runner's pollers use it: without HTTP, except to send, which is rare. */
export class LocalQueue {
  readonly #queue: Queue;
  readonly #deadLetters: (arn: string) => Queue | undefined;
  readonly #endpoint: string;

  constructor(queue: Queue, deadLetters: (arn: string) => Queue | undefined, endpoint: string) {
    this.#queue = queue;
    this.#deadLetters = deadLetters;
    this.#endpoint = endpoint;
  }

  get arn(): string {
    return this.#queue.arn;
  }

  /**
   * Up to `maximum` (at most 10) messages, waiting up to `waitSeconds` for the first. They are invisible for the
   * queue's visibility timeout; one received too often goes to the dead-letter queue instead.
   */
  async receive(maximum: number, waitSeconds: number): Promise<ReceivedMessage[]> {
    const messages = this.#take(maximum);
    if (messages.length > 0 || waitSeconds === 0) return messages;
    await this.#queue.waitForMessages(waitSeconds);
    return this.#take(maximum);
  }

  delete(receiptHandle: string): void {
    this.#queue.deleteMessage(receiptHandle);
  }

  /** Lets everybody who waits in `receive` go with what there is, which is nothing. */
  endWaiting(): void {
    this.#queue.cancelWaiters();
  }

  async send(body: string): Promise<void> {
    const { name } = this.#queue;
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' },
      body: JSON.stringify({ QueueUrl: `${this.#endpoint}/${ACCOUNT_ID}/${name}`, MessageBody: body }),
    });
    if (!response.ok) throw new Error(`cannot send to ${name}: ${await response.text()}`);
  }

  #take(maximum: number): ReceivedMessage[] {
    const received = this.#queue.dequeue(Math.min(maximum, 10), undefined, this.#deadLetters);
    return received.flatMap(({ ReceiptHandle }) => this.#queue.inflightMessages.get(ReceiptHandle) ?? []);
  }
}
