import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ACCOUNT_ID, REGION } from '../aws-names.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import { matches } from '../event-sources/event-pattern.ts';
import type { Functions } from '../functions/functions.ts';
import type { Service } from '../running-services.ts';
import type { SqsEmulator } from '../sqs/sqs-emulator.ts';
import type { Execution } from '../state-machines/execution-journal.ts';
import type { Stack } from '../template/stack.ts';
import type { NextTime } from './rate-expression.ts';
import { parseSchedule } from './rate-expression.ts';

const enabled = z.enum(['ENABLED', 'DISABLED']).default('ENABLED');
const ruleProperties = z.object({
  State: enabled,
  ScheduleExpression: z.string().optional(),
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  Targets: z
    .array(
      z.object({
        Arn: z.string(),
        Input: z.string().optional(),
        InputPath: z.string().optional(),
        InputTransformer: z.unknown().optional(),
      }),
    )
    .default([]),
});
const scheduleProperties = z.object({
  State: enabled,
  ScheduleExpression: z.string(),
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
});

interface Target {
  readonly Arn: string;
  /** Sent instead of the event, as JSON. */
  readonly Input?: string | undefined;
}

type Send = (event: unknown) => Promise<void>;

interface Timetable {
  readonly id: string;
  readonly next: NextTime;
  readonly send: Send;
  readonly scheduled: () => unknown;
}

/**
 * EventBridge, as far as the stack can notice it here: schedules, and the status changes of executions. A target is
 * told once (EventBridge would try a failed one again for a day).
 */
export class EventBus implements Service {
  readonly #rules: { pattern: Record<string, unknown>; send: Send; id: string }[] = [];
  readonly #timetables: Timetable[] = [];
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #onError: (message: string) => void;

  /** @throws RunnerError for a schedule or a target that does not run here. */
  constructor(stack: Stack, functions: Functions, sqs: SqsEmulator, onError: (message: string) => void) {
    this.#onError = onError;
    const to = (target: Target, id: string): Send => sendTo(target, id, functions, sqs);
    for (const { logicalId: id, attributes, properties: rule } of stack.resources(
      ['AWS::Events::Rule'],
      ruleProperties,
    )) {
      if (rule.State === 'DISABLED') continue;
      for (const target of rule.Targets) {
        if (target.InputPath !== undefined || target.InputTransformer !== undefined) {
          throw new RunnerError(`${id}: the local runner does not transform the input of a rule's target`);
        }
        const send = to(target, id);
        if (rule.EventPattern !== undefined) this.#rules.push({ pattern: rule.EventPattern, send, id });
        if (rule.ScheduleExpression !== undefined) {
          const next = parseSchedule(rule.ScheduleExpression, id);
          this.#timetables.push({ id, next, send, scheduled: () => scheduledEvent(attributes['Arn'] ?? id) });
        }
      }
    }
    for (const { logicalId: id, properties: schedule } of stack.resources(
      ['AWS::Scheduler::Schedule'],
      scheduleProperties,
    )) {
      if (schedule.State === 'DISABLED') continue;
      const next = parseSchedule(schedule.ScheduleExpression, id);
      this.#timetables.push({ id, next, send: to(schedule.Target, id), scheduled: () => ({}) });
    }
  }

  /** Starts the schedules. */
  start(): void {
    for (const timetable of this.#timetables) this.#arm(timetable, timetable.next(Date.now()));
  }

  /** Tells the rules that an execution ended. */
  executionEnded(execution: Execution): void {
    const { executionArn, stateMachineArn, name, status, startedAt, stoppedAt, input, output, error, cause } =
      execution;
    this.publish({
      ...envelope('aws.states', 'Step Functions Execution Status Change', executionArn),
      detail: {
        ...{ executionArn, stateMachineArn, name, status, input, output, error, cause },
        startDate: startedAt,
        stopDate: stoppedAt,
      },
    });
  }

  publish(event: object): void {
    for (const { pattern, send, id } of this.#rules) {
      if (matches(pattern, event)) this.#tell(id, send, event);
    }
  }

  stop(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#timetables.length = 0;
    return Promise.resolve();
  }

  #arm(timetable: Timetable, due: number | undefined): void {
    if (due === undefined || !this.#timetables.includes(timetable)) return;
    // Timers reach 24 days at most; a later time is looked at again every day.
    const wait = Math.min(Math.max(due - Date.now(), 0), 86_400_000);
    const timer = setTimeout(() => {
      if (Date.now() < due) {
        this.#arm(timetable, due);
        return;
      }
      this.#tell(timetable.id, timetable.send, timetable.scheduled());
      this.#arm(timetable, timetable.next(Date.now()));
    }, wait);
    this.#timers.set(timetable.id, timer);
  }

  #tell(id: string, send: Send, event: unknown): void {
    send(event).catch((error: unknown) => this.#onError(`${id}: ${messageOf(error)}`));
  }
}

function sendTo(target: Target, id: string, functions: Functions, sqs: SqsEmulator): Send {
  const constant: unknown = target.Input === undefined ? undefined : JSON.parse(target.Input);
  if (target.Arn.includes(':sqs:')) {
    const queue = sqs.queue(target.Arn, id);
    return (event) => queue.send(JSON.stringify(constant ?? event));
  }
  if (target.Arn.includes(':lambda:')) {
    const fn = functions.find(target.Arn, id);
    return async (event) => {
      await fn.invoke(constant ?? event);
    };
  }
  throw new RunnerError(`${id}: the target ${target.Arn} does not run locally`);
}

function envelope(source: string, detailType: string, resource: string): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: ACCOUNT_ID,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: [resource],
  };
}

function scheduledEvent(ruleArn: string): object {
  return { ...envelope('aws.events', 'Scheduled Event', ruleArn), detail: {} };
}
