/** Builds queue events in the format that Lambda sends. */
import type { SQSEvent } from 'aws-lambda';

/** A message's id, body and receive count. */
export type TestMessage = readonly [id: string, body: string, received?: number];

/** Returns an event with these messages. The receipt handle of message `a` is `receipt of a`. */
export const sqsEvent = (...messages: readonly TestMessage[]): SQSEvent => ({
  Records: messages.map(([messageId, body, received = 1]) => ({
    messageId,
    body,
    receiptHandle: `receipt of ${messageId}`,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: '0',
      SenderId: 'x',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:queue',
    awsRegion: 'us-east-1',
  })),
});
