/**
 * Emulates the EventBridge features that the stack uses: scheduled rules with a rate, and rules for events
 * from services and functions.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ACCOUNT_ID, REGION } from '../aws-names.ts';
import { matches, parsePattern, type EventPattern } from '../event-sources/event-pattern.ts';
import { isThrottled } from '../functions/local-function.ts';
import type { Functions } from '../functions/functions.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { SqsEmulator } from '../sqs/sqs-emulator.ts';
import type { Execution } from '../state-machines/execution-journal.ts';
import type { Stack } from '../template/stack.ts';
import { parseRate } from './rate-expression.ts';

const ruleTarget = z.object({
  Arn: z.string(),
  /** JSON to send to the target instead of the event. */
  Input: z.string().optional(),
  InputPath: z.string().optional(),
  InputTransformer: z.unknown().optional(),
});
const ruleProperties = z.object({
  EventBusName: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  ScheduleExpression: z.string().optional(),
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  Targets: z.array(ruleTarget).default([]),
});

/** Resources that send events on AWS but aren't supported locally. */
const UNSUPPORTED_TYPES = ['AWS::Scheduler::Schedule', 'AWS::Pipes::Pipe'];

/** The name of every account's default bus, to which AWS services send their events. */
const DEFAULT_BUS = 'default';

/** An event that a client sends to a bus. */
export interface PutEvent {
  readonly bus: string;
  readonly source: string;
  readonly detailType: string;
  readonly resources: readonly string[];
  readonly time: Date;
  readonly detail: object;
}

/**
 * Delivers an event to a target. If the target is a queue, it has received the event when this call returns.
 * If the target is a function, it has finished when the promise settles.
 */
type Send = (event: unknown) => Promise<void> | void;

interface Scheduled {
  readonly id: string;
  readonly ruleArn: string;
  readonly everyMilliseconds: number;
  readonly send: Send;
}

/**
 * Delivers each event to each target once. EventBridge would retry a failed delivery for a day. Throttled
 * functions are retried until they run.
 */
export class EventBus implements Service {
  readonly #rules: { id: string; bus: string; pattern: EventPattern; send: Send }[] = [];
  readonly #buses: ReadonlySet<string>;
  readonly #schedules: Scheduled[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onError: (message: string) => void;
  readonly #stopping = new AbortController();

  /** @throws RunnerError for a schedule, pattern or target that isn't supported locally */
  constructor(stack: Stack, functions: Functions, sqs: SqsEmulator, onError: (message: string) => void) {
    this.#onError = onError;
    for (const { logicalId } of stack.resources(UNSUPPORTED_TYPES, z.object({}))) {
      throw new RunnerError(`${logicalId}: the local runner does not support schedulers and pipes`);
    }
    const own = stack.resources(['AWS::Events::EventBus'], z.object({}));
    this.#buses = new Set([DEFAULT_BUS, ...own.map(({ ref }) => ref)]);
    for (const { logicalId: id, attributes, properties } of stack.resources(
      ['AWS::Events::Rule'],
      ruleProperties,
    )) {
      if (properties.State === 'DISABLED') continue;
      const { EventBusName = DEFAULT_BUS, EventPattern, ScheduleExpression } = properties;
      const bus = busName(EventBusName);
      if (!this.#buses.has(bus)) throw new RunnerError(`${id}: the stack has no event bus ${EventBusName}`);
      for (const target of properties.Targets) {
        const send = sendTo(target, id, functions, sqs, this.#stopping.signal);
        if (EventPattern !== undefined) {
          this.#rules.push({ id, bus, pattern: parsePattern(EventPattern, id), send });
        }
        if (ScheduleExpression !== undefined) {
          const everyMilliseconds = parseRate(ScheduleExpression, id);
          this.#schedules.push({ id, ruleArn: attributes['Arn'] ?? id, everyMilliseconds, send });
        }
      }
    }
  }

  start(): void {
    for (const { id, ruleArn, everyMilliseconds, send } of this.#schedules) {
      const fire = (): void =>
        void this.#deliver(id, send, { ...envelope('aws.events', 'Scheduled Event', [ruleArn]), detail: {} });
      this.#timers.push(setInterval(fire, everyMilliseconds));
    }
  }

  /**
   * Publishes an event for an execution that has ended. When this call returns, target queues have received
   * the event.
   */
  executionEnded({ startedAt, stoppedAt, ...execution }: Execution): void {
    this.publish('aws.states', 'Step Functions Execution Status Change', execution.executionArn, {
      ...execution,
      startDate: startedAt,
      stopDate: stoppedAt,
    });
  }

  /** Publishes an event from an AWS service. When this call returns, target queues have received the event. */
  publish(source: string, detailType: string, resource: string, detail: object): void {
    this.#match(DEFAULT_BUS, { ...envelope(source, detailType, [resource]), detail });
  }

  /**
   * Publishes a client's event to its bus. When this call returns, target queues have received the event.
   * @returns the event's id, or undefined if there is no such bus
   */
  put({ bus, source, detailType, resources, time, detail }: PutEvent): string | undefined {
    if (!this.#buses.has(busName(bus))) return undefined;
    const event = { ...envelope(source, detailType, resources, time), detail };
    this.#match(busName(bus), event);
    return event.id;
  }

  #match(bus: string, event: object): void {
    for (const rule of this.#rules) {
      if (rule.bus === bus && matches(rule.pattern, event)) void this.#deliver(rule.id, rule.send, event);
    }
  }

  stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#stopping.abort();
    return Promise.resolve();
  }

  async #deliver(id: string, send: Send, event: unknown): Promise<void> {
    try {
      await send(event);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#onError(`${id}: event not delivered: ${messageOf(error)}`);
    }
  }
}

function sendTo(
  target: z.infer<typeof ruleTarget>,
  id: string,
  functions: Functions,
  sqs: SqsEmulator,
  stopping: AbortSignal,
): Send {
  if (target.InputPath !== undefined || target.InputTransformer !== undefined) {
    throw new RunnerError(`${id}: the local runner does not support input transformers on rule targets`);
  }
  const constant: unknown = target.Input === undefined ? undefined : JSON.parse(target.Input);
  if (target.Arn.includes(':sqs:')) {
    const queue = sqs.queue(target.Arn, id);
    return (event) => queue.send(JSON.stringify(constant ?? event));
  }
  if (target.Arn.includes(':lambda:')) {
    const fn = functions.find(target.Arn, id);
    return async (event) => {
      for (let pause = 1000; isThrottled(await fn.invoke(constant ?? event)); pause = nextPause(pause))
        await sleep(pause, undefined, { signal: stopping });
    };
  }
  throw new RunnerError(`${id}: the local runner does not support the target ${target.Arn}`);
}

/**
 * Lambda queues events that it can't process yet and retries after a second, then at increasing intervals.
 */
const nextPause = (pause: number): number => Math.min(2 * pause, 300_000);

/** Returns the name of the bus with this name or ARN. */
const busName = (reference: string): string => reference.split('event-bus/').at(-1) ?? reference;

/** Returns the fields that all EventBridge events have. */
function envelope(source: string, detailType: string, resources: readonly string[], time = new Date()) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: ACCOUNT_ID,
    time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources,
  };
}
