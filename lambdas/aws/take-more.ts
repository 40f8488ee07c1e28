/**
 * Goes on receiving messages of a queue while an invocation waits for a slow message of its batch: an invocation lasts
 * as long as its slowest message, and only so many run at once
 * (docs/decisions/0041-an-invocation-that-waits-takes-more-messages.md).
 */
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';

/** A message as its handler needs it. */
export type TakenMessage = Pick<SQSRecord, 'messageId' | 'receiptHandle' | 'body'>;

export interface MessageSource {
  /** Up to ten messages; waits so many seconds for the first. */
  receive(waitSeconds: number): Promise<readonly TakenMessage[]>;
  /** The message is done with. */
  remove(message: TakenMessage): Promise<void>;
}

export interface TakeMoreDeps {
  readonly source: MessageSource;
  readonly now: () => number;
  /** Waits; may reject when the signal is aborted before the time is over. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Handles a message and logs its failure; a message for which it rejects comes back by itself. */
  readonly handle: (message: TakenMessage) => Promise<void>;
  readonly report: (message: string, details: Record<string, unknown>) => void;
}

/**
 * When messages are asked for, in milliseconds after the invocation began to wait. Most receivers respond before the second:
 * an invocation is not to last longer because of a long poll, so it asks without waiting at first.
 */
const SHORT_POLLS = [100, 200, 400, 800];
const LONG_POLL_SECONDS = 1;
/** Messages of one invocation that are handled at once. */
const MOST_AT_ONCE = 30;
const MESSAGES_OF_A_CALL = 10;

/**
 * Takes messages until the batch is done with, or for so long at most; settles when those that it took are done with.
 * Never rejects.
 */
export async function takeMore(
  batch: Promise<unknown>,
  takeForMs: number,
  { source, now, pause, handle, report }: TakeMoreDeps,
): Promise<void> {
  const done = new AbortController();
  // Without a reason of its own, the signal makes an error with a stack.
  const end = (): void => done.abort('the batch is done with');
  batch.then(end, end);
  const until = now() + takeForMs;
  const taken = new Set<Promise<void>>();
  const take = (message: TakenMessage): void => {
    const handling = handle(message)
      .then(() => source.remove(message))
      // It is received again: handled twice, without harm.
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
        while (taken.size > MOST_AT_ONCE - MESSAGES_OF_A_CALL) await Promise.race(taken);
        if (done.signal.aborted || now() >= until) break;
        const messages = await source.receive(at < Infinity ? 0 : LONG_POLL_SECONDS);
        for (const message of messages) take(message);
        if (messages.length === 0 && at < Infinity) break;
      }
      if (done.signal.aborted) break;
    }
  } catch (error) {
    report('no more messages taken', { error });
  }
  await Promise.all(taken);
}

/** The messages of a queue, by its URL. */
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
