/** Tests that concurrent messages share SQS calls, and that each sender gets its message's result. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { messageSender, type MessageSender } from '../../lambdas/aws/event-sources/sqs-messages.ts';

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
let send: MessageSender;

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
  send = messageSender(new SQSClient({ region: 'us-east-1' }), 'http://127.0.0.1/queue');
});

/** Returns the message bodies that each SQS call sent. */
const sent = (): unknown[][] =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .map(({ args: [{ input }] }) =>
      (input.Entries ?? []).map(({ MessageBody = '' }) => JSON.parse(MessageBody)),
    );

it('combines messages from concurrent senders into batches of ten', async () => {
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((body) => send([{ body }])));
  expect(sent()).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [11, 12],
  ]);
  await send([{ body: 13 }]);
  expect(sent()[2]).toEqual([13]);
});

it("splits a sender's messages into several calls, and keeps their groups and delays", async () => {
  await send([
    { body: 'a', group: 'g', delaySeconds: 5 },
    ...Array.from({ length: 10 }, (_, body) => ({ body })),
  ]);
  expect(sent().map((bodies) => bodies.length)).toEqual([10, 1]);
  const [first] = sqs.commandCalls(SendMessageBatchCommand);
  expect(first!.args[0].input.Entries![0]).toEqual({
    Id: '0',
    MessageBody: '"a"',
    MessageGroupId: 'g',
    DelaySeconds: 5,
  });
});

it('fails only for the sender whose message is refused', async () => {
  const Failed = [{ Id: '1', Code: 'InternalError', SenderFault: false }];
  sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed });
  const results = await Promise.allSettled(
    [['a'], ['b'], ['c']].map((bodies) => send(bodies.map((body) => ({ body })))),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { name: 'NotQueued', message: 'InternalError' } });
});

it('fails only for the senders with a message in a failed call', async () => {
  sqs.on(SendMessageBatchCommand).rejectsOnce('gone').resolves({});
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, body) => send([{ body }])));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 'rejected'),
    ...['fulfilled', 'fulfilled'],
  ]);
});

it('makes no call if there are no messages', async () => {
  await send([]);
  expect(sent()).toEqual([]);
});
