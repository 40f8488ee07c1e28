/**
 * Tests recursive loop detection: a function that sends to its own queue is stopped after 16 invocations, as
 * on Lambda, unless its settings allow it.
 */
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { continueChain } from '../../../local/functions/request-chain.ts';
import { RunningSample } from '../running-sample.ts';

const A = 'arn:aws:lambda:us-east-1:000000000000:function:a';
const B = 'arn:aws:lambda:us-east-1:000000000000:function:b';

describe('the trace header', () => {
  it("has X-Ray's format and counts the invocations of each function from 0", () => {
    const first = continueChain([], A);
    expect(first.invocations).toBe(1);
    expect(first.traceHeader).toMatch(
      /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:0$/,
    );
    const inB = continueChain([first.traceHeader], B);
    expect(inB.invocations).toBe(1);
    const again = continueChain([inB.traceHeader], A);
    expect(again.invocations).toBe(2);
    expect(again.traceHeader).toMatch(/;Lineage=[0-9a-f]{8}:1\|[0-9a-f]{8}:0$/);
    expect(again.traceHeader.split(';')[0]).toBe(first.traceHeader.split(';')[0]);
  });

  it('continues the longest chain in a batch', () => {
    const short = continueChain([], A).traceHeader;
    const long = continueChain([short], A).traceHeader;
    expect(continueChain([short, long, short], A).invocations).toBe(3);
  });

  it('starts a new chain if the header has no lineage', () => {
    const root = '1-5759e988-bd862e3fe1be46a994272793';
    const { traceHeader, invocations } = continueChain([`Root=${root};Sampled=1`], A);
    expect(invocations).toBe(1);
    expect(traceHeader).toContain(`Root=${root};`);
  });
});

describe('a function that sends to its own queue', () => {
  let sample: RunningSample;
  beforeAll(async () => {
    sample = await RunningSample.start();
  });
  afterAll(() => sample.stop());

  const send = async (QueueUrl: string): Promise<void> => {
    const client = sample.sqs();
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: '1' }));
    client.destroy();
  };
  const takeSteps = async (count: number): Promise<{ body: string; header?: string }[]> => {
    const steps = [];
    while (steps.length < count) {
      const { event, returns } = await sample.receiver.next<{ body: string; header?: string }>('step');
      steps.push(event);
      returns();
    }
    return steps;
  };

  it('is stopped after 16 invocations, and its message becomes a dead letter', async () => {
    await send(sample.stack.outputs['StoppedStepsUrl']!);
    const steps = await takeSteps(16);
    expect(steps.map(({ body }) => Number(body))).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    expect(steps[0]!.header).toBeUndefined();
    expect(steps[15]!.header).toMatch(/;Lineage=[0-9a-f]{8}:14$/);
    const client = sample.sqs();
    const { Messages } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: sample.stack.outputs['DeadLettersUrl']!, WaitTimeSeconds: 20 }),
    );
    client.destroy();
    expect(Messages?.map(({ Body }) => Body)).toEqual(['17']);
    // The source queue's redrive policy determines how often Lambda retries.
    expect(sample.errors.map((line) => line.replace(/^\S+: /, ''))).toEqual(
      Array(2).fill('invocation dropped: recursive loop of more than 16 invocations'),
    );
  });

  it('continues if its settings allow recursive loops', async () => {
    await send(sample.stack.outputs['AllowedStepsUrl']!);
    const steps = await takeSteps(20);
    expect(steps.map(({ body }) => Number(body))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(steps[19]!.header).toMatch(/;Lineage=[0-9a-f]{8}:18$/);
  });
});
