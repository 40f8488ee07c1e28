/** Runs the real definition of the retry ladder as Step Functions does. */
import { retryLadderDefinition } from '../../lib/retry-ladder-definition.ts';
import * as z from 'zod';
import type { Ending } from './invocation.ts';
import type { Timeline } from './timeline.ts';

const retrier = z.strictObject({
  ErrorEquals: z.tuple([z.literal('States.ALL')]),
  IntervalSeconds: z.number(),
  BackoffRate: z.number(),
  MaxDelaySeconds: z.number(),
  JitterStrategy: z.literal('FULL'),
  MaxAttempts: z.number(),
});
const state = z.discriminatedUnion('Type', [
  z.strictObject({
    Type: z.literal('Wait'),
    TimestampPath: z.literal('$.next_attempt_at'),
    Next: z.string(),
  }),
  z.strictObject({
    Type: z.literal('Task'),
    Resource: z.string(),
    TimeoutSeconds: z.number(),
    Retry: z.tuple([retrier]),
    Next: z.string(),
  }),
  z.strictObject({
    Type: z.literal('Choice'),
    Choices: z.tuple([
      z.strictObject({ Variable: z.literal('$.done'), BooleanEquals: z.literal(true), Next: z.string() }),
    ]),
    Default: z.string(),
  }),
  z.strictObject({ Type: z.literal('Succeed') }),
]);
const machine = z.object({ StartAt: z.string(), States: z.record(z.string(), state) });

type StateInput = Record<string, unknown>;

export interface LadderDeps {
  readonly timeline: Timeline;
  readonly invoke: (input: unknown) => Promise<Ending<unknown>>;
  /** Called when an execution fails or is aborted, as EventBridge is. */
  readonly broken: (name: string) => void;
}

export class Ladders {
  readonly names = new Set<string>();
  running = 0;
  readonly #aborted = new Set<string>();
  readonly #deps: LadderDeps;
  readonly #machine = machine.parse(retryLadderDefinition('the function'));

  constructor(deps: LadderDeps) {
    this.#deps = deps;
  }

  /** Starts an execution. Starting one of the same name again does nothing and counts as started. */
  start(name: string, input: StateInput): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.running += 1;
    void this.#execute(name, JSON.parse(JSON.stringify(input)) as StateInput).then((reachedItsEnd) => {
      this.running -= 1;
      if (!reachedItsEnd) this.#deps.broken(name);
    });
  }

  /** Stops an execution before its next step, as an operator may. */
  abort(name: string): void {
    this.#aborted.add(name);
  }

  async #execute(name: string, input: StateInput): Promise<boolean> {
    const { timeline, invoke } = this.#deps;
    let stepInput = input;
    let at = this.#machine.StartAt;
    for (;;) {
      if (this.#aborted.has(name)) return false;
      const current = this.#machine.States[at];
      switch (current?.Type) {
        case 'Wait':
          await timeline.sleep(Date.parse(String(stepInput['next_attempt_at'])) - timeline.now);
          at = current.Next;
          break;
        case 'Task': {
          const ending = await this.#withRetries(current.Retry[0], () => invoke(stepInput));
          if (!ending.ok) return false;
          stepInput = ending.result as StateInput;
          at = current.Next;
          break;
        }
        case 'Choice':
          at = stepInput['done'] === true ? current.Choices[0].Next : current.Default;
          break;
        case 'Succeed':
          return true;
        case undefined:
          throw new Error(`The ladder has no state ${at}`);
      }
    }
  }

  async #withRetries(
    rule: z.infer<typeof retrier>,
    attempt: () => Promise<Ending<unknown>>,
  ): Promise<Ending<unknown>> {
    for (let retries = 0; ; retries += 1) {
      const ending = await attempt();
      if (ending.ok || retries === rule.MaxAttempts) return ending;
      const wait = Math.min(rule.IntervalSeconds * rule.BackoffRate ** retries, rule.MaxDelaySeconds);
      await this.#deps.timeline.sleep((wait / 2) * 1000);
    }
  }
}
