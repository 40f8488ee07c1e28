/**
 * Moves messages from a dead-letter queue back to their original queue. Used by the operator command and, for
 * deliveries, by the sweeper.
 */
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** URLs of a queue and its dead-letter queue. */
export interface QueueWithDeadLetters {
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
}

interface WhichOnes {
  /** Maximum number of messages to move. */
  readonly most?: number;
  /**
   * Called before each batch of up to ten messages. If this function returns false, the remaining messages
   * stay in the dead-letter queue.
   */
  readonly mayGoOn?: () => boolean;
  /**
   * Returns the message body to send, or undefined to leave the message in the dead-letter queue. By default,
   * messages are sent unchanged.
   */
  readonly again?: (body: string) => string | undefined;
}

/**
 * Moves messages from a dead-letter queue back to their original queue one by one. Each message is sent
 * before it is deleted. An interruption can therefore leave the message in both queues, but consumers can
 * safely process a message twice.
 * @returns the number of messages moved
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
        // Use long polling: short polling queries only some of the SQS servers and can miss
        // messages.
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
