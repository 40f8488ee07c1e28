/** Finds the queues of a stack with their dead-letter queues, counts messages and moves dead letters back. */
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** A queue and its dead letters, as the stack's outputs name them: `<Name>Queue` and `<Name>DeadLetters`. */
export interface QueuePair {
  readonly name: string;
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
}

/** The queues of a stack, by the names that operators use: `deliveries`. */
export function queuesIn(outputs: Readonly<Record<string, string>>): QueuePair[] {
  return Object.entries(outputs).flatMap(([output, deadLettersUrl]) => {
    const name = /^(\w+)DeadLetters$/.exec(output)?.[1];
    const queueUrl = name && outputs[`${name}Queue`];
    return queueUrl ? [{ name: name.toLowerCase(), queueUrl, deadLettersUrl }] : [];
  });
}

/** The approximate number of messages in a queue. */
export async function countOf(sqs: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
}

/**
 * Moves dead letters back to their queue, one after another. A message is sent before it is deleted, so an
 * interrupted run may leave it in both queues; consumers process a message twice without harm.
 * @param most how many messages at most
 * @returns how many were moved
 */
export async function redrive(
  sqs: SQSClient,
  { queueUrl, deadLettersUrl }: QueuePair,
  most = Infinity,
): Promise<number> {
  for (let moved = 0; ;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: deadLettersUrl,
        MaxNumberOfMessages: Math.min(10, most - moved),
        MessageSystemAttributeNames: ['MessageGroupId'],
        // Short polling asks only some of SQS's servers and may miss messages.
        WaitTimeSeconds: 1,
      }),
    );
    for (const { Body, ReceiptHandle, Attributes } of Messages) {
      const group = Attributes?.MessageGroupId;
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: Body,
          ...(group !== undefined && { MessageGroupId: group }),
        }),
      );
      await sqs.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle }));
      moved += 1;
    }
    if (Messages.length === 0 || moved >= most) return moved;
  }
}
