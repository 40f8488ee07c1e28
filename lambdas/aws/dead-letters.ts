/** Moves dead letters back to their queue: the operator's command does it, and the sweeper for deliveries. */
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** A queue and where its messages go that failed too often. */
export interface QueueWithDeadLetters {
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
}

interface WhichOnes {
  /** How many at most. */
  readonly most?: number;
  /** Asked before each ten: the rest stays where it is once it says no. */
  readonly mayGoOn?: () => boolean;
  /** As what a message with this body goes back; it stays where this is undefined. All go back as they are when absent. */
  readonly again?: (body: string) => string | undefined;
}

/**
 * Moves dead letters back to their queue, one after another. A message is sent before it is deleted, so an
 * interrupted run may leave it in both queues; consumers process a message twice without harm.
 * @returns how many were moved
 */
export async function redrive(
  sqs: SQSClient,
  { queueUrl, deadLettersUrl }: QueueWithDeadLetters,
  { most = Infinity, mayGoOn = () => true, again = (body) => body }: WhichOnes = {},
): Promise<number> {
  let moved = 0;
  while (moved < most && mayGoOn()) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: deadLettersUrl,
        MaxNumberOfMessages: Math.min(10, most - moved),
        MessageSystemAttributeNames: ['MessageGroupId'],
        // Short polling asks only some of SQS's servers and may miss messages.
        WaitTimeSeconds: 1,
      }),
    );
    for (const { Body = '', ReceiptHandle, Attributes } of Messages) {
      const MessageBody = again(Body);
      if (MessageBody === undefined) continue;
      const group = Attributes?.MessageGroupId;
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody,
          ...(group !== undefined && { MessageGroupId: group }),
        }),
      );
      await sqs.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle }));
      moved += 1;
    }
    if (Messages.length === 0) break;
  }
  return moved;
}
