/**
 * Tests a queue that invokes a function: partial failures, redelivery, dead letters, persistence and network
 * access.
 */
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { networkInterfaces } from 'node:os';
import { RunningSample } from '../running-sample.ts';

let sample: RunningSample;
beforeAll(async () => {
  sample = await RunningSample.start();
});
afterAll(() => sample.stop());

const jobs = (): string => sample.stack.outputs['JobsUrl']!;
const deadLetters = (): string => sample.stack.outputs['DeadLettersUrl']!;
const invoked = () => sample.receiver.next<SQSEvent>('onQueue');
const bodies = (event: SQSEvent): string[] => event.Records.map((record) => record.body);
const failing = (event: SQSEvent, body: string) => ({
  batchItemFailures: event.Records.filter((record) => record.body === body).map(({ messageId }) => ({
    itemIdentifier: messageId,
  })),
});

test("a message arrives in Lambda's format", async () => {
  const client = sample.sqs();
  await client.send(
    new SendMessageCommand({
      QueueUrl: jobs(),
      MessageBody: 'hello',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'greeting' } },
    }),
  );
  client.destroy();
  const { event, returns } = await invoked();
  returns({ batchItemFailures: [] });
  expect(event.Records[0]).toMatchObject({
    messageId: expect.any(String),
    body: 'hello',
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.any(String) },
    messageAttributes: { kind: { stringValue: 'greeting', dataType: 'String' } },
    eventSource: 'aws:sqs',
    eventSourceARN: expect.stringContaining(':sqs:us-east-1:000000000000:Jobs'),
  });
});

test('only failed messages are redelivered and become dead letters', async () => {
  const client = sample.sqs();
  const Entries = ['good', 'bad'].map((body) => ({ Id: body, MessageBody: body }));
  await client.send(new SendMessageBatchCommand({ QueueUrl: jobs(), Entries }));
  let deliveries = 0;
  let handled = 0;
  while (deliveries < 2 || handled < 1) {
    const { event, returns } = await invoked();
    deliveries += bodies(event).filter((body) => body === 'bad').length;
    handled += bodies(event).filter((body) => body === 'good').length;
    returns(failing(event, 'bad'));
  }
  expect([deliveries, handled]).toEqual([2, 1]);
  // The third receive exceeds the limit, so the message is moved to the dead-letter queue.
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: deadLetters(), WaitTimeSeconds: 5 }),
  );
  expect(Messages?.map(({ Body }) => Body)).toEqual(['bad']);
  const { ReceiptHandle } = Messages![0]!;
  await client.send(new DeleteMessageCommand({ QueueUrl: deadLetters(), ReceiptHandle }));
  client.destroy();
});

test("a message that is made visible immediately isn't lost, even after a restart", async () => {
  const client = sample.sqs();
  await client.send(new SendMessageCommand({ QueueUrl: deadLetters(), MessageBody: 'again' }));
  const received = await client.send(
    new ReceiveMessageCommand({ QueueUrl: deadLetters(), WaitTimeSeconds: 5 }),
  );
  const { ReceiptHandle } = received.Messages![0]!;
  await client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: deadLetters(), ReceiptHandle, VisibilityTimeout: 0 }),
  );
  client.destroy();
  await sample.halt();
  await sample.run();
  const after = sample.sqs();
  const { Messages } = await after.send(
    new ReceiveMessageCommand({ QueueUrl: deadLetters(), WaitTimeSeconds: 5 }),
  );
  expect(Messages?.map(({ Body }) => Body)).toEqual(['again']);
  after.destroy();
});

test("messages in flight when the runner stops are redelivered, and that receive isn't counted", async () => {
  const client = sample.sqs();
  await client.send(new SendMessageCommand({ QueueUrl: jobs(), MessageBody: 'interrupted' }));
  client.destroy();
  // A message becomes a dead letter after two receives.
  for (let run = 1; run <= 4; run += 1) {
    const { event, returns } = await invoked();
    expect(bodies(event)).toEqual(['interrupted']);
    expect(event.Records[0]!.attributes.ApproximateReceiveCount).toBe('1');
    if (run === 4) returns();
    else {
      await sample.halt();
      await sample.run();
    }
  }
});

test("the queue has the template's attributes", async () => {
  const client = sample.sqs();
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: jobs(), AttributeNames: ['All'] }),
  );
  client.destroy();
  expect(Attributes?.['VisibilityTimeout']).toBe('1');
  expect(JSON.parse(Attributes!['RedrivePolicy']!)).toMatchObject({ maxReceiveCount: 2 });
});

test("emulators aren't reachable from the network", async () => {
  const others = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  );
  const endpoints = [...Object.values(sample.stack.endpoints), sample.url];
  for (const address of others) {
    for (const endpoint of endpoints) {
      const reached = await fetch(`http://${address}:${new URL(endpoint).port}/`).then(
        () => true,
        () => false,
      );
      expect({ address, endpoint, reached }).toEqual({ address, endpoint, reached: false });
    }
  }
});
