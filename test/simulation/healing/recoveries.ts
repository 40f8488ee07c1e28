/** Simulates recoveries: their table and queue, and the functions that start them and run their steps. */
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { timestamp } from '../../../lambdas/core/clock.ts';
import { parentsOfDelivery } from '../../../lambdas/core/ids.ts';
import type { SubmissionStatus } from '../../../lambdas/submissions/submission.ts';
import type { DueRecovery } from '../../../lambdas/webhooks/recovery/due-recovery.ts';
import {
  dueMessage,
  FIRST_PAUSE_SECONDS,
  recoveryMessage,
} from '../../../lambdas/webhooks/recovery/recovery-step.ts';
import { resumeRecoveries } from '../../../lambdas/webhooks/recovery/resume-recoveries.ts';
import type { FailedPosition, FailedSpan, Recovery } from '../../../lambdas/webhooks/recovery/recovery.ts';
import { ACCOUNT_ID } from '../account.ts';
import type { Invocation, InvocationResult } from '../aws/invocation.ts';
import { Queue, type QueuedMessage } from '../aws/queue.ts';
import { sqsHandler } from '../functions.ts';
import type { World } from '../world.ts';

// `functions.ts` doesn't import these modules, because tests that set their own environment variables also
// load that file.
const { recoverWebhook } = await import('../../../lambdas/webhooks/recovery/recover-webhook.ts');
const { recoveryObstacle, runRecovery } = await import('../../../lambdas/webhooks/recovery/run-recovery.ts');

const SECOND = 1000;
const STEP_TIMEOUT = 30 * SECOND;
const VISIBILITY_MS = 120 * SECOND;
/** Time after which a write to a delivery appears in the index of failed deliveries, in milliseconds. */
const INDEX_LAG = 500;

/** The progress of a recovery, according to its writes. */
export interface RecoveryTrace {
  /** Ids of the deliveries that it selected. */
  readonly selected: Set<string>;
  /** Times when it first reopened each delivery, in milliseconds since the epoch. */
  readonly reopenedAt: Map<string, number>;
  /** Ids of the deliveries in its period that it had missed when it finished. */
  missed: readonly string[];
}

/** Simulates the recoveries of all webhooks in a world. */
export class Recoveries {
  readonly rows = new Map<string, Recovery>();
  /** Ids of running recoveries, keyed by webhook. */
  readonly running = new Map<string, string>();
  /** Recoveries that the service must start, keyed by webhook. */
  readonly due = new Map<string, DueRecovery>();
  readonly traces = new Map<string, RecoveryTrace>();
  readonly #queue: Queue;
  readonly #world: World;

  /** @param mischief returns the probability that a message is delivered twice or late */
  constructor(world: World, mischief: () => number) {
    this.#world = world;
    this.#queue = new Queue({
      timeline: world.timeline,
      random: world.random,
      visibilityMs: VISIBILITY_MS,
      mischief,
      poll: () => void this.#consume(),
    });
  }

  /** Returns true if no recovery is running. */
  get isQuiet(): boolean {
    return this.running.size === 0 && this.due.size === 0 && this.#queue.messages.size === 0;
  }

  /** Requests a recovery of everything that has failed since this time, as the webhook's owner. */
  request(webhookId: string, since: number): Promise<InvocationResult<unknown>> {
    return this.#world.invoke('recover', 29 * SECOND, (invocation) => {
      const { webhooks, random, clock, submissions } = this.#world;
      const start = recoverWebhook({
        forms: { find: (account_id, form_id) => Promise.resolve({ account_id, form_id }) },
        webhooks: { find: (_, id) => invocation.call('webhook.find', () => webhooks.find(id)) },
        failed: {
          count: (span) => invocation.call('failed.count', () => this.#failedIn(span).length),
          page: (span, after, limit) => invocation.call('failed.page', () => this.#page(span, after, limit)),
        },
        submissions: {
          statuses: (ids) => invocation.call('submission.statuses', () => statusesOf(ids, submissions.rows)),
        },
        recoveries: {
          create: (created) => invocation.call('recovery.create', () => this.#create(created)),
        },
        queue: { start: (created) => this.#start(created, invocation) },
        now: clock,
        random: random.bytes,
      });
      const caller = { account_id: ACCOUNT_ID, type: 'key' };
      const request = { path: { id: webhookId }, body: { since: timestamp(since) }, caller };
      return start({ ...request, audit: { rowOf: () => undefined } } as never);
    });
  }

  /** Returns the function that the sweeper uses to resume stalled recoveries. */
  resume(invocation: Invocation): () => Promise<string[]> {
    if (this.#world.without === 'recovery-resume') return () => Promise.resolve([]);
    return resumeRecoveries({
      now: this.#world.clock,
      recoveries: {
        untouchedSince: (time) =>
          invocation.call('recovery.untouched', () =>
            [...this.running.values()]
              .map((id) => this.rows.get(id))
              .filter((row) => row !== undefined)
              .filter((row) => row.touched_at < timestamp(time)),
          ),
        due: () =>
          invocation.call('recovery.due', () =>
            this.#world.without === 'due-sweep' ? [] : [...this.due.keys()],
          ),
      },
      queue: { send: (message, seconds) => this.#send(message, seconds, invocation) },
    });
  }

  /** Records that the service must start a recovery of everything that has failed since this time. */
  owe({ webhook_id, account_id }: { webhook_id: string; account_id: string }, since: string): void {
    const { spans = 0, since: earliest = since } = this.due.get(webhook_id) ?? {};
    this.due.set(webhook_id, { recovery_id: webhook_id, account_id, since: earliest, spans: spans + 1 });
  }

  /** Queues the start of a due recovery. Like the service, ignores queue errors. */
  async startDue(webhook_id: string, invocation: Invocation): Promise<void> {
    await this.#send({ webhook_id }, 0, invocation).catch(() => undefined);
  }

  /** Returns the progress of a recovery. */
  traceOf(recoveryId: string): RecoveryTrace {
    const trace = this.traces.get(recoveryId) ?? { selected: new Set(), reopenedAt: new Map(), missed: [] };
    this.traces.set(recoveryId, trace);
    return trace;
  }

  #send(message: unknown, seconds: number, invocation: Invocation): Promise<void> {
    return invocation.call('recovery.send', () => this.#queue.send(message, seconds * SECOND));
  }

  /** Like the service, ignores errors of the queue. */
  async #start({ recovery_id, step }: Recovery, invocation: Invocation): Promise<void> {
    await this.#send({ recovery_id, step }, FIRST_PAUSE_SECONDS, invocation).catch(() => undefined);
  }

  /** Stores a recovery, or returns the webhook's running one. */
  #create(created: Recovery): Recovery | undefined {
    const { webhook_id, recovery_id } = created;
    const running = this.rows.get(this.running.get(webhook_id) ?? '');
    if (running && this.#world.without !== 'one-recovery') return running;
    this.running.set(webhook_id, recovery_id);
    this.rows.set(recovery_id, created);
    this.#world.journal.note(this.#world.timeline.now, `${recovery_id} starts`);
    return undefined;
  }

  #replace(before: Recovery, after: Recovery): Recovery | undefined {
    const { without, timeline, journal } = this.#world;
    const { recovery_id, webhook_id } = after;
    if (this.rows.get(recovery_id)?.version !== before.version) return undefined;
    const next = { ...after, version: before.version + 1 };
    const trace = this.traceOf(recovery_id);
    for (const id of next.batch ?? []) trace.selected.add(id);
    this.rows.set(recovery_id, without === 'recovery-batch' ? { ...next, batch: undefined } : next);
    if (next.status !== 'running') {
      if (this.running.get(webhook_id) === recovery_id) this.running.delete(webhook_id);
      trace.missed = this.#failedIn(next, 0)
        .map(({ delivery_id }) => delivery_id)
        .filter((id) => !trace.selected.has(id));
      const { status, deliveries, resent, skipped } = next;
      const counts = `${resent} sent and ${skipped} skipped of ${deliveries}`;
      journal.note(timeline.now, `${recovery_id} is ${status}: ${counts}`);
    }
    return next;
  }

  /** Returns the failed deliveries of a period, oldest first. */
  #failedIn({ webhook_id, since, until }: FailedSpan, lag = INDEX_LAG): FailedPosition[] {
    const seen = timestamp(this.#world.timeline.now - lag);
    const found: FailedPosition[] = [];
    for (const row of this.#world.deliveries.rows.values()) {
      const { failed_at, delivery_id, updated_at } = row;
      if (row.webhook_id !== webhook_id || failed_at === undefined || updated_at > seen) continue;
      if (failed_at >= since && failed_at < until) found.push({ failed_at, delivery_id });
    }
    return found.sort(byPosition);
  }

  #page(span: FailedSpan, after: FailedPosition | undefined, limit: number) {
    const rest = this.#failedIn(span).filter((each) => !after || byPosition(each, after) > 0);
    return { rows: rest.slice(0, limit), isLast: rest.length <= limit };
  }

  async #consume(): Promise<void> {
    const batch = this.#queue.receive();
    await Promise.all(batch.map((message) => this.#run(message)));
  }

  async #run({ messageId, body }: QueuedMessage): Promise<void> {
    const ending = await this.#world.invoke('recovery-step', STEP_TIMEOUT, (invocation) => {
      const handle = runRecovery({
        recoveries: this.#stepDeps(invocation),
        queue: { send: (message, seconds) => this.#send(message, seconds, invocation) },
        starts: this.#startDeps(invocation),
      });
      const handler = sqsHandler({ message: z.union([recoveryMessage, dueMessage]), handle });
      return handler({ Records: [{ messageId, body }] } as unknown as SQSEvent);
    });
    const isDone = ending.ok && ending.result.batchItemFailures.length === 0;
    for (const message of this.#queue.messages) {
      if (isDone && message.messageId === messageId) this.#queue.delete(message);
    }
  }

  #startDeps(invocation: Invocation): Parameters<typeof runRecovery>[0]['starts'] {
    const { clock, random, webhooks } = this.#world;
    const isCurrent = ({ recovery_id, spans }: DueRecovery): boolean =>
      this.due.get(recovery_id)?.spans === spans;
    return {
      now: clock,
      random: random.bytes,
      findDue: (id) => invocation.call('recovery.findDue', () => this.due.get(id)),
      isEnabled: (id) => invocation.call('webhook.find', () => webhooks.find(id)?.enabled === true),
      dropDue: (due) =>
        invocation.call('recovery.dropDue', () => {
          if (isCurrent(due)) this.due.delete(due.recovery_id);
        }),
      createDue: (created, due) =>
        invocation.call('recovery.createDue', () => {
          const running = this.rows.get(this.running.get(created.webhook_id) ?? '');
          if (running) return running;
          if (!isCurrent(due)) throw new Error('Another span has ended');
          this.due.delete(due.recovery_id);
          return this.#create(created);
        }),
      count: (span) => invocation.call('failed.count', () => this.#failedIn(span).length),
      start: (created) => this.#start(created, invocation),
    };
  }

  #stepDeps(invocation: Invocation): Parameters<typeof runRecovery>[0]['recoveries'] {
    const { clock, deliveries, submissions, webhooks, queue, without } = this.#world;
    const call = <Result>(name: string, effect: () => Result): Promise<Result> =>
      invocation.call(name, effect);
    const obstacle = recoveryObstacle({
      findWebhook: (_, id) => call('webhook.find', () => webhooks.find(id)),
      isSuspended: () => call('account.isSuspended', () => this.#world.isSuspended),
    });
    return {
      now: clock,
      find: (id) => call('recovery.find', () => this.rows.get(id)),
      replace: (before, after) => call('recovery.replace', () => this.#replace(before, after)),
      stopReasonOf: without === 'recovery-obstacle' ? () => Promise.resolve(undefined) : obstacle,
      failed: (of, after, limit) => call('failed.page', () => this.#page(of, after, limit)),
      findDelivery: (_, id) => call('delivery.find', () => deliveries.find(id)),
      replaceDelivery: (before, after) =>
        call('delivery.replace', () => {
          const { recovery_id, ...rest } = after;
          const stored = this.#world.replaceDelivery(before, without === 'recovery-id' ? rest : after);
          const isReopened = before.status === 'failed' && stored !== undefined && recovery_id !== undefined;
          if (isReopened) this.#reopened(recovery_id, after.delivery_id);
          return stored;
        }),
      statuses: (ids) => call('submission.statuses', () => statusesOf(ids, submissions.rows)),
      queue: (ids) =>
        call('queue.add', () => {
          for (const delivery_id of ids) queue.send({ delivery_id });
        }),
    };
  }

  #reopened(recoveryId: string, deliveryId: string): void {
    const { reopenedAt } = this.traceOf(recoveryId);
    if (!reopenedAt.has(deliveryId)) reopenedAt.set(deliveryId, this.#world.timeline.now);
  }
}

function byPosition(a: FailedPosition, b: FailedPosition): number {
  const [first, second] = [a.failed_at + a.delivery_id, b.failed_at + b.delivery_id];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function statusesOf(
  deliveryIds: readonly string[],
  submissions: ReadonlyMap<string, { readonly status: SubmissionStatus }>,
): ReadonlyMap<string, SubmissionStatus> {
  return new Map(
    deliveryIds.flatMap((id) => {
      const status = submissions.get(parentsOfDelivery(id)?.submissionId ?? '')?.status;
      return status === undefined ? [] : [[id, status] as const];
    }),
  );
}
