/** Dead letters of the service's queues, and their way back. */
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

/** How many messages a queue holds, about. */
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
 * Moves dead letters back to where they came from, one after another: a message is in its queue again before it
 * leaves the dead letters, so that cut off anywhere it may be in both, which consumers bear.
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
        // A single look asks some of SQS's servers only.
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
