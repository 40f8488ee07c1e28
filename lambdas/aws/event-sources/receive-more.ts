/**
 * Receives more messages from a queue while an invocation waits for a slow message in its batch. Otherwise,
 * slow endpoints could occupy all concurrent invocations, and other messages would have to wait
 * (docs/decisions/0041-an-invocation-that-waits-takes-more-messages.md).
 */
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';

/** The properties of a message that its handler needs. */
export type ReceivedMessage = Pick<SQSRecord, 'messageId' | 'receiptHandle' | 'body'>;

export interface MessageSource {
  /** Receives up to ten messages. Waits up to `waitSeconds` for the first one. */
  receive(waitSeconds: number): Promise<readonly ReceivedMessage[]>;
  /** Deletes a message that has been processed. */
  remove(message: ReceivedMessage): Promise<void>;
}

export interface TakeMoreDeps {
  readonly source: MessageSource;
  readonly now: () => number;
  /** Waits for this many milliseconds. The promise can reject early if the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /**
   * Processes a message and logs any failure. If the promise rejects, the message becomes visible again in
   * the queue.
   */
  readonly handle: (message: ReceivedMessage) => Promise<void>;
  readonly report: (message: string, details: Record<string, unknown>) => void;
}

/**
 * When to poll for messages, in milliseconds after the invocation starts waiting. Most endpoints respond
 * within a second. The first polls are short, because a long poll could make the invocation last longer.
 */
const SHORT_POLLS = [100, 200, 400, 800];
const LONG_POLL_SECONDS = 1;
/** Maximum number of messages that an invocation processes at the same time. */
const MAX_CONCURRENCY = 30;
const MESSAGES_OF_A_CALL = 10;

/**
 * Receives messages until the original batch is done or the time is up. Resolves when all received messages
 * have been processed. Never rejects.
 */
export async function receiveMore(
  batch: Promise<unknown>,
  takeForMs: number,
  { source, now, pause, handle, report }: TakeMoreDeps,
): Promise<void> {
  const done = new AbortController();
  // Pass a reason, because `abort()` without one creates an error with a stack trace.
  const end = (): void => done.abort('batch done');
  batch.then(end, end);
  const until = now() + takeForMs;
  const taken = new Set<Promise<void>>();
  const take = (message: ReceivedMessage): void => {
    const handling = handle(message)
      .then(() => source.remove(message))
      // If the message can't be deleted, SQS delivers it again. Processing it twice is harmless.
      .catch(() => undefined)
      .finally(() => taken.delete(handling));
    taken.add(handling);
  };
  let waited = 0;
  try {
    for (const at of [...SHORT_POLLS, Infinity]) {
      if (at < Infinity) await pause(at - waited, done.signal).catch(() => undefined);
      waited = at;
      for (;;) {
        while (taken.size > MAX_CONCURRENCY - MESSAGES_OF_A_CALL) await Promise.race(taken);
        if (done.signal.aborted || now() >= until) break;
        const messages = await source.receive(at < Infinity ? 0 : LONG_POLL_SECONDS);
        for (const message of messages) take(message);
        if (messages.length === 0 && at < Infinity) break;
      }
      if (done.signal.aborted) break;
    }
  } catch (error) {
    report('Stopped receiving messages', { error });
  }
  await Promise.all(taken);
}

/** Creates a message source for the queue with this URL. */
export function messageSource(
  QueueUrl: string,
  { receipts, others }: { readonly receipts: SQSClient; readonly others: SQSClient },
): MessageSource {
  return {
    async receive(WaitTimeSeconds) {
      const { Messages = [] } = await receipts.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: MESSAGES_OF_A_CALL, WaitTimeSeconds }),
      );
      return Messages.map(({ MessageId = '', ReceiptHandle = '', Body = '' }) => ({
        messageId: MessageId,
        receiptHandle: ReceiptHandle,
        body: Body,
      }));
    },
    async remove({ receiptHandle }) {
      await others.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));
    },
  };
}
