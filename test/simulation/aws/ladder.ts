/** Runs the retry state machine's real definition as Step Functions would. */
import { retryLadderDefinition } from '../../../lib/webhooks/retry-ladder-definition.ts';
import * as z from 'zod';
import type { InvocationResult } from './invocation.ts';
import type { Timeline } from '../timeline.ts';

const QUEUE_URL = 'https://queue.example.com/deliveries';

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
    Resource: z.literal('arn:aws:states:::sqs:sendMessage'),
    Parameters: z.strictObject({
      QueueUrl: z.literal(QUEUE_URL),
      MessageBody: z.strictObject({
        'delivery_id.$': z.literal('$.delivery_id'),
        'ladder.$': z.literal('$$.Execution.Name'),
      }),
      'MessageGroupId.$': z.literal('$.webhook_id'),
    }),
    TimeoutSeconds: z.number(),
    Retry: z.tuple([retrier]),
    End: z.literal(true),
  }),
]);
const machine = z.object({ StartAt: z.string(), States: z.record(z.string(), state) });

const { StartAt, States } = machine.parse(retryLadderDefinition(QUEUE_URL, 'aws'));

type StateInput = Record<string, unknown>;

export interface LadderDeps {
  readonly timeline: Timeline;
  /** Sends a message to the queue. */
  readonly send: (body: unknown) => Promise<InvocationResult<unknown>>;
  /** Returns how many milliseconds the state machine's clock is ahead of the functions' clock. */
  readonly aheadMs: () => number;
  /** Called when an execution fails or is aborted, like the EventBridge rule in a real stack. */
  readonly broken: (name: string) => void;
}

/** Runs executions of the retry state machine. Each has a unique name. */
export class Ladders {
  readonly names = new Set<string>();
  running = 0;
  readonly #aborted = new Set<string>();
  readonly #deps: LadderDeps;

  constructor(deps: LadderDeps) {
    this.#deps = deps;
  }

  /**
   * Starts an execution. If an execution with the same name exists, returns successfully without starting
   * another.
   */
  start(name: string, input: StateInput): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.running += 1;
    void this.#execute(name, JSON.parse(JSON.stringify(input)) as StateInput).then((reachedItsEnd) => {
      this.running -= 1;
      if (!reachedItsEnd) this.#deps.broken(name);
    });
  }

  /** Stops an execution before its next state, as an operator can. */
  abort(name: string): void {
    this.#aborted.add(name);
  }

  async #execute(name: string, input: StateInput): Promise<boolean> {
    const { timeline, send } = this.#deps;
    let at = StartAt;
    for (;;) {
      if (this.#aborted.has(name)) return false;
      const current = States[at];
      switch (current?.Type) {
        case 'Wait':
          // The state machine's clock is ahead of the functions' clock.
          await timeline.sleep(
            Date.parse(String(input['next_attempt_at'])) - timeline.now - this.#deps.aheadMs(),
          );
          at = current.Next;
          break;
        case 'Task': {
          const body = { delivery_id: input['delivery_id'], ladder: name };
          return (await this.#withRetries(current.Retry[0], () => send(body))).ok;
        }
        case undefined:
          throw new Error(`The state machine has no state “${at}”`);
      }
    }
  }

  async #withRetries(
    rule: z.infer<typeof retrier>,
    attempt: () => Promise<InvocationResult<unknown>>,
  ): Promise<InvocationResult<unknown>> {
    for (let retries = 0; ; retries += 1) {
      const ending = await attempt();
      if (ending.ok || retries === rule.MaxAttempts) return ending;
      const wait = Math.min(rule.IntervalSeconds * rule.BackoffRate ** retries, rule.MaxDelaySeconds);
      await this.#deps.timeline.sleep((wait / 2) * 1000);
    }
  }
}
