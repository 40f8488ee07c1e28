/** The ladder's definition, run state by state by an interpreter of the Amazon States Language. */
import { StateMachine } from 'aws-local-stepfunctions';
import { retryLadderDefinition } from '../../../lib/retry-ladder-definition.ts';

const definition = retryLadderDefinition('arn:aws:lambda:us-east-1:000000000000:function:retry');
const states = definition['States'] as Record<string, Record<string, any>>;
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const first = { delivery_id: 'whd_1', next_attempt_at: LONG_AGO };

type MachineDefinition = ConstructorParameters<typeof StateMachine>[0];
interface Run {
  /** The inputs of the function, call by call. */
  readonly inputs: unknown[];
  readonly result: Promise<unknown>;
}

/** Runs the ladder; the function returns these results one after another, and throws those that are errors. */
function run(results: readonly unknown[], input: Record<string, unknown> = first, waitMs?: number): Run {
  const inputs: unknown[] = [];
  const left = [...results];
  const machine = new StateMachine(definition as unknown as MachineDefinition);
  const { result } = machine.run(input as Parameters<StateMachine['run']>[0], {
    overrides: {
      taskResourceLocalHandlers: {
        'Make the attempt': (given: unknown) => {
          inputs.push(given);
          const next = left.shift();
          return next instanceof Error ? Promise.reject(next) : Promise.resolve(next as never);
        },
      },
      ...(waitMs !== undefined && { waitTimeOverrides: { 'Wait for the attempt': waitMs } }),
      retryIntervalOverrides: { 'Make the attempt': Array.from({ length: 10 }, () => 1) },
    },
  });
  return { inputs, result };
}

const done = { ...first, done: true };
const again = (next_attempt_at: string) => ({ delivery_id: 'whd_1', next_attempt_at, done: false });

describe('the retry ladder', () => {
  it('waits for the time of the next attempt, then asks for it', async () => {
    const due = Date.now() + 120;
    const { inputs, result } = run([done], { ...first, next_attempt_at: new Date(due).toISOString() });
    await result;
    // Timers may fire a millisecond early.
    expect(Date.now()).toBeGreaterThanOrEqual(due - 2);
    expect(inputs).toHaveLength(1);
  });

  it('asks at once when the time has passed, as after a runner was away', async () => {
    const { inputs, result } = run([done]);
    await result;
    expect(inputs).toEqual([first]);
  });

  it('goes on with the result of the function until that is done', async () => {
    const times = ['2026-01-01T00:00:10.000Z', '2026-01-01T00:01:10.000Z'];
    const { inputs, result } = run([...times.map(again), done]);
    expect(await result).toEqual(done);
    expect(inputs).toEqual([first, ...times.map(again)]);
  });

  it('asks again when the function fails, ten times at most, and then fails', async () => {
    const broken = Object.assign(new Error('no'), { name: 'Sandbox.Timedout' });
    const recovered = run([broken, broken, done]);
    await recovered.result;
    expect(recovered.inputs).toEqual([first, first, first]);

    const hopeless = run(Array.from({ length: 20 }, () => broken));
    await expect(hopeless.result).rejects.toThrow();
    expect(hopeless.inputs).toHaveLength(11);
  });

  it('carries ids and times, and nothing of what was posted', async () => {
    const { inputs, result } = run([again(LONG_AGO), done]);
    expect(Object.keys((await result) as object).toSorted()).toEqual([
      'delivery_id',
      'done',
      'next_attempt_at',
    ]);
    for (const given of inputs) expect(Object.keys(given as object)).not.toContain('payload');
  });
});

describe('its definition', () => {
  it('is JSONPath, and ends after a day whatever happens', () => {
    expect(definition).toMatchObject({ QueryLanguage: 'JSONPath', TimeoutSeconds: 86_400 });
    expect(states[String(definition['StartAt'])]).toMatchObject({ Type: 'Wait' });
  });

  it('names no state that is not there, and leaves none unreached', () => {
    const named = Object.values(states).flatMap((state) => [
      ...[state['Next'], state['Default']],
      ...((state['Choices'] as { Next: string }[] | undefined) ?? []).map(({ Next }) => Next),
    ]);
    const reached = new Set([definition['StartAt'], ...named.filter((name) => name !== undefined)]);
    expect([...reached].toSorted()).toEqual(Object.keys(states).toSorted());
  });

  it('retries every error with growing, scattered pauses', () => {
    expect(states['Make the attempt']!['Retry']).toEqual([
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
