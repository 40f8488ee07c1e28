/** Step Functions, as far as the real definition of the ladder uses it. */
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

type Carried = Record<string, unknown>;

export interface LadderParts {
  readonly timeline: Timeline;
  readonly invoke: (input: unknown) => Promise<Ending<unknown>>;
  /** What EventBridge hears. */
  readonly broken: (name: string) => void;
}

export class Ladders {
  readonly names = new Set<string>();
  running = 0;
  readonly #aborted = new Set<string>();
  readonly #parts: LadderParts;
  readonly #machine = machine.parse(retryLadderDefinition('the function'));

  constructor(parts: LadderParts) {
    this.#parts = parts;
  }

  /** A name is taken for good; starting it again counts as started. */
  start(name: string, input: Carried): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.running += 1;
    void this.#climb(name, JSON.parse(JSON.stringify(input)) as Carried).then((reachedItsEnd) => {
      this.running -= 1;
      if (!reachedItsEnd) this.#parts.broken(name);
    });
  }

  /** An operator stops it at its next step. */
  abort(name: string): void {
    this.#aborted.add(name);
  }

  async #climb(name: string, input: Carried): Promise<boolean> {
    const { timeline, invoke } = this.#parts;
    let carried = input;
    let at = this.#machine.StartAt;
    for (;;) {
      if (this.#aborted.has(name)) return false;
      const current = this.#machine.States[at];
      switch (current?.Type) {
        case 'Wait':
          await timeline.sleep(Date.parse(String(carried['next_attempt_at'])) - timeline.now);
          at = current.Next;
          break;
        case 'Task': {
          const ending = await this.#withRetries(current.Retry[0], () => invoke(carried));
          if (!ending.ok) return false;
          carried = ending.result as Carried;
          at = current.Next;
          break;
        }
        case 'Choice':
          at = carried['done'] === true ? current.Choices[0].Next : current.Default;
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
      await this.#parts.timeline.sleep((wait / 2) * 1000);
    }
  }
}
