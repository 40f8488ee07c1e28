/**
 * Tests the retry state machine's definition by running it step by step with an Amazon States Language
 * interpreter.
 */
import { StateMachine } from 'aws-local-stepfunctions';
import { deliveryTask } from '../../../lambdas/webhooks/delivery/delivery-queue.ts';
import { retryLadderDefinition } from '../../../lib/webhooks/retry-ladder-definition.ts';

const QUEUE_URL = 'https://sqs.us-east-1.amazonaws.com/000000000000/deliveries';
const definition = retryLadderDefinition(QUEUE_URL, 'aws');
const states = definition['States'] as Record<string, Record<string, any>>;
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const input = { delivery_id: 'whd_1', webhook_id: 'wh_1', next_attempt_at: LONG_AGO };
const asked = {
  QueueUrl: QUEUE_URL,
  MessageBody: { delivery_id: 'whd_1', ladder: 'whd_1-1767225600000' },
  MessageGroupId: 'wh_1',
};

type MachineDefinition = ConstructorParameters<typeof StateMachine>[0];
interface Run {
  /** Requests that the state machine sent to SQS, in order. */
  readonly sent: unknown[];
  readonly result: Promise<unknown>;
}

/** Runs the state machine. Sending a message fails once with each of these errors, and then succeeds. */
function run(errors: readonly Error[] = [], given: Record<string, unknown> = input): Run {
  const sent: unknown[] = [];
  const left = [...errors];
  const machine = new StateMachine(definition as unknown as MachineDefinition);
  const { result } = machine.run(given as Parameters<StateMachine['run']>[0], {
    context: { Execution: { Id: 'arn', Name: 'whd_1-1767225600000' } },
    overrides: {
      taskResourceLocalHandlers: {
        'Ask for the attempt': (message: unknown) => {
          sent.push(message);
          const error = left.shift();
          return error ? Promise.reject(error) : Promise.resolve({ MessageId: '1' });
        },
      },
      retryIntervalOverrides: { 'Ask for the attempt': Array.from({ length: 10 }, () => 1) },
    },
  });
  return { sent, result };
}

describe('the retry state machine', () => {
  it('waits until the next attempt is due and then queues the delivery once', async () => {
    const due = Date.now() + 120;
    const { sent, result } = run([], { ...input, next_attempt_at: new Date(due).toISOString() });
    await result;
    // Allow a tolerance of 2 ms, because timers can fire slightly too early.
    expect(Date.now()).toBeGreaterThanOrEqual(due - 2);
    expect(sent).toEqual([asked]);
  });

  it('queues the delivery immediately if the next attempt is overdue, for example after downtime', async () => {
    const { sent, result } = run();
    await result;
    expect(sent).toEqual([asked]);
  });

  it('retries at most ten times if the queue refuses the message and then fails', async () => {
    const broken = Object.assign(new Error('no'), { name: 'SQS.SqsException' });
    const recovered = run([broken, broken]);
    await recovered.result;
    expect(recovered.sent).toEqual([asked, asked, asked]);

    const hopeless = run(Array.from({ length: 20 }, () => broken));
    await expect(hopeless.result).rejects.toThrow();
    expect(hopeless.sent).toHaveLength(11);
  });

  it("sends a message that the delivery queue's consumer understands", async () => {
    const { sent, result } = run();
    await result;
    const [{ MessageBody }] = sent as [{ MessageBody: unknown }];
    expect(deliveryTask.parse(MessageBody)).toEqual({
      task: 'make-attempt',
      delivery_id: 'whd_1',
      ladder: 'whd_1-1767225600000',
      slow: false,
    });
  });
});

describe('its definition', () => {
  it('uses JSONPath and always ends after a day', () => {
    expect(definition).toMatchObject({ QueryLanguage: 'JSONPath', TimeoutSeconds: 86_400 });
    expect(states[String(definition['StartAt'])]).toMatchObject({ Type: 'Wait' });
  });

  it('refers only to existing states and can reach all of them', () => {
    const named = Object.values(states).flatMap((state) => [
      ...[state['Next'], state['Default']],
      ...((state['Choices'] as { Next: string }[] | undefined) ?? []).map(({ Next }) => Next),
    ]);
    const reached = new Set([definition['StartAt'], ...named.filter((name) => name !== undefined)]);
    expect([...reached].toSorted()).toEqual(Object.keys(states).toSorted());
  });

  it('retries every error with increasing, jittered delays', () => {
    expect(states['Ask for the attempt']!['Retry']).toEqual([
      {
        ErrorEquals: ['States.ALL'],
        IntervalSeconds: 2,
        BackoffRate: 2,
        MaxDelaySeconds: 60,
        JitterStrategy: 'FULL',
        MaxAttempts: 10,
      },
    ]);
  });
});
