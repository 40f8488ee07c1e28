/**
 * Tests the template's event buses with an unmodified EventBridgeClient: rules with event patterns, and
 * requests that EventBridge refuses.
 */
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CREDENTIALS, REGION } from '../../../local/aws-names.ts';
import { EventBus } from '../../../local/event-bus/event-bus.ts';
import { listenForEventBridge } from '../../../local/event-bus/events-endpoint.ts';
import { Functions } from '../../../local/functions/functions.ts';
import { RunningServices } from '../../../local/running-services.ts';
import { SqsEmulator } from '../../../local/sqs/sqs-emulator.ts';
import { Stack } from '../../../local/template/stack.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-buses-'));
const services = new RunningServices();
const client = { current: undefined as unknown as EventBridgeClient };
let sqs: SqsEmulator;

const rule = (queue: string, properties: object) => ({
  Type: 'AWS::Events::Rule',
  Properties: { ...properties, Targets: [{ Arn: { 'Fn::GetAtt': [queue, 'Arn'] }, Id: 'Target0' }] },
});
const PAID = { source: ['shop'], detail: { state: ['paid'] } };
const resources = {
  Own: { Type: 'AWS::Events::EventBus', Properties: { Name: 'orders' } },
  Seen: { Type: 'AWS::SQS::Queue', Properties: {} },
  Others: { Type: 'AWS::SQS::Queue', Properties: {} },
  Paid: rule('Seen', { EventBusName: { Ref: 'Own' }, EventPattern: PAID }),
  ByArn: rule('Others', {
    EventBusName: { 'Fn::GetAtt': ['Own', 'Arn'] },
    EventPattern: { 'detail-type': ['Refund'] },
  }),
  OfDefault: rule('Others', { EventPattern: PAID }),
};

function stackOf(of: object): Stack {
  const folder = path.join(directory, 'assembly');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'buses.template.json'), JSON.stringify({ Resources: of }));
  writeFileSync(path.join(folder, 'buses.assets.json'), '{}');
  return Stack.read(folder, 'buses', { sqsEndpoint: sqs.endpoint, apiEndpoint: 'http://127.0.0.1:1' });
}

beforeAll(async () => {
  mkdirSync(path.join(directory, 'sqs'));
  sqs = services.add(await SqsEmulator.start(path.join(directory, 'sqs')));
  const endpoint = services.add(await listenForEventBridge());
  const stack = stackOf(resources);
  sqs.createQueues(stack);
  endpoint.serve(services.add(new EventBus(stack, new Functions([]), sqs, (line) => fail(line))));
  client.current = new EventBridgeClient({
    endpoint: endpoint.endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    maxAttempts: 1,
  });
});
afterAll(async () => {
  client.current.destroy();
  await services.stop();
  rmSync(directory, { recursive: true });
});

const fail = (line: string): never => {
  throw new Error(line);
};
const put = (...Entries: PutEventsRequestEntry[]) => client.current.send(new PutEventsCommand({ Entries }));
const order = (state: string, rest: Partial<PutEventsRequestEntry> = {}): PutEventsRequestEntry => ({
  EventBusName: 'orders',
  Source: 'shop',
  DetailType: 'Order',
  Detail: JSON.stringify({ state }),
  ...rest,
});
const received = async (queue: string): Promise<any[]> => {
  const own = sqs.queue(`arn:aws:sqs:us-east-1:000000000000:${queue}`, 'the test');
  const messages = await own.receive(10, 0);
  for (const { receiptHandle } of messages) own.delete(receiptHandle);
  return messages.map(({ message }) => JSON.parse(message.body));
};

it('sends matching events to a rule', async () => {
  const Time = new Date('2026-11-20T08:00:00Z');
  const { FailedEntryCount, Entries } = await put(
    order('paid', { Time, Resources: ['arn:order'] }),
    order('new'),
    order('paid', { EventBusName: 'default', Source: 'elsewhere' }),
  );
  expect(FailedEntryCount).toBe(0);
  expect(await received('Seen')).toEqual([
    {
      version: '0',
      id: Entries![0]!.EventId,
      account: '000000000000',
      region: 'us-east-1',
      source: 'shop',
      'detail-type': 'Order',
      time: '2026-11-20T08:00:00Z',
      resources: ['arn:order'],
      detail: { state: 'paid' },
    },
  ]);
  expect(await received('Others')).toEqual([]);
});

it('identifies a bus by its ARN and keeps buses separate', async () => {
  await put(
    order('paid', { EventBusName: 'default' }),
    order('back', {
      EventBusName: 'arn:aws:events:us-east-1:000000000000:event-bus/orders',
      DetailType: 'Refund',
    }),
  );
  const others = await received('Others');
  expect(others.map((event) => event['detail-type'])).toEqual(['Order', 'Refund']);
  expect(await received('Seen')).toEqual([]);
});

it('refuses invalid entries but accepts the others', async () => {
  const { FailedEntryCount, Entries } = await put(
    order('paid', { Detail: '[]' }),
    order('paid', { Source: 'aws.s3' }),
    order('paid', { EventBusName: 'nowhere' }),
    order('paid', { DetailType: '' }),
    order('paid'),
  );
  expect(FailedEntryCount).toBe(4);
  expect(Entries!.map(({ ErrorCode }) => ErrorCode)).toEqual([
    'MalformedDetail',
    'NotAuthorizedForSourceException',
    'ResourceNotFoundException',
    'InvalidArgument',
    undefined,
  ]);
  expect(await received('Seen')).toHaveLength(1);
});

it('refuses a call with too many entries or entries that are too large', async () => {
  await expect(put(...Array.from({ length: 11 }, () => order('paid')))).rejects.toThrow();
  const half = (bytes: number): PutEventsRequestEntry => order('x'.repeat(bytes));
  // Besides the padding, the source, the detail type and the rest of the detail take 21 bytes.
  await expect(put(half(131_072), half(131_072 - 41))).rejects.toThrow('over the limit');
  expect((await put(half(131_072), half(131_072 - 42))).FailedEntryCount).toBe(0);
});

it("fails to start if a rule is for a bus that isn't in the stack", () => {
  const stack = stackOf({
    ...resources,
    Wrong: rule('Seen', { EventBusName: 'nowhere', EventPattern: PAID }),
  });
  expect(() => new EventBus(stack, new Functions([]), sqs, fail)).toThrow(
    'Wrong: the stack has no event bus nowhere',
  );
});
