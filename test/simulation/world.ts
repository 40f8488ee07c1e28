/**
 * Simulates the service: runs the real functions with stores, a stream, a queue and the retry state machine
 * on a single fake clock.
 */
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import type { FanOutDeps } from '../../lambdas/outbox/create-deliveries.ts';
import type { ProbeConfig, ProbeDeps } from '../../lambdas/webhooks/delivery/run-probe.ts';
import type { Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { parentsOfDelivery } from '../../lambdas/core/ids.ts';
import { ping, replay } from '../../lambdas/webhooks/delivery/run-delivery.ts';
import type { IngestForm } from '../../lambdas/forms/form.ts';
import type { OwnerEmail } from '../../lambdas/emails/owner-email.ts';
import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import type { FaultPlan } from './faults.ts';
import { deliver, fanOut, sqsHandlerWithPolling, streamHandler, sweep } from './functions.ts';
import type { MessageSource, ReceivedMessage } from '../../lambdas/aws/event-sources/receive-more.ts';
import { Account } from './account.ts';
import { Invocation, type InvocationResult } from './aws/invocation.ts';
import { Journal } from './journal.ts';
import { Ladders } from './aws/ladder.ts';
import { deliveryDeps, fanOutDeps, sweepDeps, withoutLease } from './deps.ts';
import { Queue, type QueuedMessage } from './aws/queue.ts';
import type { Random } from './random.ts';
import { Recoveries } from './healing/recoveries.ts';
import type { HealingRemedy } from './healing/remedies.ts';
import type { Behaviour, Period } from './receiver.ts';
import type { Remedy } from './remedies.ts';
import { Deliveries, Submissions, Webhooks } from './aws/stores.ts';
import { Stream } from './aws/stream.ts';
import { NOTHING_SETTLED, Timeline } from './timeline.ts';
import { submissionChange } from '../../lambdas/submissions/submission-stream.ts';
import { deliveryTask, type DeliveryTask } from '../../lambdas/webhooks/delivery/delivery-queue.ts';
import type { StreamRecord } from '../support/aws/stream-record.ts';

export const START = Date.UTC(2026, 0, 1);
const SECOND = 1000;
const FUNCTION_TIMEOUT = 30 * SECOND;
const DELIVER_TIMEOUT = 40 * SECOND;
const SWEEP_EVERY = 300 * SECOND;
/**
 * Maximum number of concurrent invocations of the queue's function, like an event source's concurrency limit.
 */
export const CONSUMERS = 3;

export interface Endpoint {
  readonly behaviour: Behaviour;
  readonly recoversAt: number;
  readonly outage?: Period | undefined;
}

export interface WorldOptions {
  readonly random: Random;
  readonly plan: FaultPlan;
  /** Time after which no more faults occur, in milliseconds since the epoch. */
  readonly calmAt: number;
  /** Probability that the queue or stream delivers a message or record twice, late or out of order. */
  readonly mischief: number;
  readonly disableAfterDays: number;
  readonly without?: Remedy | HealingRemedy | undefined;
  /** Time before which the simulation doesn't end, in milliseconds since the epoch. Defaults to `calmAt`. */
  readonly runsUntil?: number;
  /**
   * Additional time after which the simulation ends even if work is left, in milliseconds. Defaults to three
   * days.
   */
  readonly givesUpAfterMs?: number;
  /** Maximum deviation of a function's clock, in milliseconds. Defaults to 0. */
  readonly skewMs?: number;
  /** Number of times that the clock waits for promises after each event. Defaults to 1. */
  readonly settles?: number;
}

/** Simulates one service from its start until all work is done. */
export class World {
  readonly timeline: Timeline;
  readonly journal = new Journal();
  readonly deliveries = new Deliveries();
  readonly webhooks = new Webhooks();
  readonly submissions: Submissions;
  /** Form attributes that ingest reads. */
  readonly forms = new Map<string, Pick<IngestForm, 'no_webhooks' | 'no_emails'>>();
  readonly account = new Account(this);
  readonly queue: Queue;
  readonly recoveries: Recoveries;
  readonly ladders: Ladders;
  readonly ownerEmails: OwnerEmail[] = [];
  /** Batches in the stream's failure destination. */
  readonly failed = new Map<string, readonly StreamRecord[]>();
  readonly endpoints = new Map<string, Endpoint>();
  readonly config: ProbeConfig;
  readonly random: Random;
  readonly without: Remedy | HealingRemedy | undefined;
  /** True while the operator has suspended the account. */
  isSuspended = false;
  readonly #options: WorldOptions;
  readonly #stream: Stream;
  readonly #aliases = new Map<string, string>();
  readonly #firstReadings = new Map<string, SigningWebhook | undefined>();
  #skew = 0;
  #names = 0;
  readonly #atOnce = new Map<string, number>();
  #consumers = 0;
  #running = 0;
  #isOver = false;

  constructor(options: WorldOptions) {
    const { random, without, disableAfterDays } = options;
    this.#options = options;
    this.timeline = new Timeline(START, options.settles);
    this.random = random;
    this.without = without;
    this.config = {
      deadlineMs: 10 * SECOND,
      maxAttempts: 5,
      retryWaitsSeconds: [1, 10, 60, 600, 3600],
      random: () => random.next(),
      disableAfterDays,
      probeTimesSeconds: [900, 1800, 3600, 7200, 14_400],
    };
    this.deliveries.comparesVersions = without !== 'compare-and-swap';
    const mischief = (): number => (this.timeline.now < options.calmAt ? options.mischief : 0);
    this.#stream = new Stream({
      timeline: this.timeline,
      random,
      mischief,
      wantsReleases: without !== 'release-filter',
      invoke: (records) => this.#fanOut(records),
      giveUp: (records) => {
        this.journal.note(this.timeline.now, `the stream gave up on ${records.length} records`);
        if (without !== 'failure-destination') this.failed.set(this.nextName('batch'), records);
      },
    });
    this.submissions = new Submissions((before, after) => this.#stream.write(before, after));
    this.queue = new Queue({
      timeline: this.timeline,
      random,
      visibilityMs: 90 * SECOND,
      mischief,
      poll: () => this.#consume(),
    });
    this.recoveries = new Recoveries(this, mischief);
    this.ladders = new Ladders({
      timeline: this.timeline,
      send: (body) =>
        this.invoke('ladder', FUNCTION_TIMEOUT, (invocation) =>
          invocation.call('ladder.send', () => this.queue.send(body)),
        ),
      aheadMs: () => (random.chance(mischief()) ? random.between(0, 5 * SECOND) : 0),
      broken: (name) => {
        this.journal.note(this.timeline.now, `retry execution ${name} failed`);
        this.queue.send({ 'detail-type': 'Step Functions Execution Status Change', detail: { name } });
      },
    });
  }

  /** Number of requests to endpoints. */
  get requests(): number {
    return this.journal.posts.length;
  }

  /** Runs until all work is done, or until the simulation gives up (`givesUpAfterMs`). */
  async run(): Promise<void> {
    if (this.without !== 'sweeper') void this.#sweepForEver();
    await this.timeline.run(() => this.#isOver);
  }

  /** Returns the time of a function's clock, which steps forwards and backwards within `skewMs`. */
  readonly clock = (): number => {
    const { skewMs = 0 } = this.#options;
    if (skewMs > 0 && this.random.chance(0.1)) this.#skew = this.random.between(-skewMs, skewMs);
    return this.timeline.now + this.#skew;
  };

  /** Replays a delivery, as if its owner had requested it. */
  replay(deliveryId: string): void {
    void this.invoke('replay', 29 * SECOND, (invocation) =>
      replay(deliveryId, deliveryDeps(this, invocation), this.config),
    );
  }

  /** Sends a test ping to a webhook, as if its owner had requested it. */
  ping(webhookId: string): void {
    const webhook = this.webhooks.find(webhookId);
    if (!webhook) return;
    void this.invoke('ping', 29 * SECOND, (invocation) => {
      const deps = deliveryDeps(this, invocation);
      // The test operation reads the webhook just before it sends the ping.
      return deps
        .findWebhook(webhook.owner_id, webhookId)
        .then((read) => read && ping(read, { ...deps, random: this.random.bytes }, this.config));
    });
  }

  /** Creates a delivery. Returns false if the id already exists. */
  createDelivery(of: Delivery): boolean {
    const created = this.without === 'lease' ? withoutLease(of) : of;
    if (this.without === 'claim-once') this.deliveries.rows.delete(of.delivery_id);
    return this.deliveries.create(created);
  }

  /**
   * Stores a delivery's new state and returns it, or returns undefined if the delivery has changed since
   * `before` was read.
   */
  replaceDelivery(before: Delivery, after: Delivery): Delivery | undefined {
    const stored = this.deliveries.replace(before, this.without === 'lease' ? withoutLease(after) : after);
    if (!stored) return undefined;
    const { delivery_id, status } = stored;
    if (status === 'succeeded' && !this.journal.succeededAt.has(delivery_id)) {
      this.journal.succeededAt.set(delivery_id, this.timeline.now);
    }
    return stored;
  }

  /**
   * Returns the endpoint at a URL.
   * @throws Error if there is none
   */
  endpoint(url: string): Endpoint {
    const found = this.endpoints.get(url);
    if (!found) throw new Error(`There is no endpoint at ${url}`);
    return found;
  }

  /** Returns a unique name. */
  nextName(kind: string): string {
    return `${kind}${this.#names++}`;
  }

  /** Records a delivery id that differs from the id derived from its webhook and submission. */
  alias(id: string, derived: string): void {
    this.#aliases.set(id, derived);
  }

  /** Id of the submission. Undefined for a test ping. */
  submissionOf(deliveryId: string): string | undefined {
    const id = parentsOfDelivery(this.#aliases.get(deliveryId) ?? deliveryId)?.submissionId ?? '';
    return this.deliveries.rows.get(deliveryId)?.event === 'webhook.test' ? undefined : id;
  }

  /** Returns the webhook as it was when it was first read, even if it has changed since. */
  firstReading(webhookId: string): SigningWebhook | undefined {
    if (!this.#firstReadings.has(webhookId))
      this.#firstReadings.set(webhookId, this.webhooks.find(webhookId));
    return this.#firstReadings.get(webhookId);
  }

  /** Returns the dependencies of the functions that make delivery attempts. */
  protected deliveryDeps(invocation: Invocation): ProbeDeps {
    return deliveryDeps(this, invocation);
  }

  /** Returns the dependencies of fan-out. */
  protected fanOutDeps(invocation: Invocation): FanOutDeps {
    return fanOutDeps(this, invocation);
  }

  #fanOut(records: readonly StreamRecord[]) {
    return this.invoke('fan-out', FUNCTION_TIMEOUT, async (invocation) => {
      const handler = streamHandler({
        change: submissionChange,
        handlerOfBatch: () => fanOut(this.fanOutDeps(invocation)),
      });
      const event = { Records: records } as unknown as DynamoDBStreamEvent;
      const { batchItemFailures } = await handler(event);
      return { batchItemFailures: this.without === 'partial-failures' ? [] : batchItemFailures };
    });
  }

  #consume(): unknown {
    let begun: unknown = NOTHING_SETTLED;
    while (this.#consumers < CONSUMERS) {
      const batch = this.queue.receive();
      if (batch.length === 0) break;
      begun = undefined;
      this.#consumers += 1;
      void this.#deliver(batch).then(() => {
        this.#consumers -= 1;
        this.#consume();
      });
    }
    return begun;
  }

  async #deliver(batch: readonly QueuedMessage[]): Promise<void> {
    const ending = await this.invoke('deliver', DELIVER_TIMEOUT, (invocation) => {
      const deps = this.deliveryDeps(invocation);
      const handle = deliver({
        deps,
        config: this.config,
        queue: {
          delay: (handle, seconds) =>
            invocation.call('queue.delay', () => this.queue.comeBackIn(seconds, handle)),
        },
        slowQueue: {
          delay: (handle, seconds) =>
            invocation.call('queue.delay', () => this.queue.comeBackIn(seconds, handle)),
          addSlow: (delivery_id) =>
            invocation.call('queue.addSlow', () => this.queue.send({ delivery_id, slow: true })),
        },
        ladder: {
          start: (name, first) => invocation.call('ladder.start', () => this.#startLadder(name, first)),
        },
      });
      const received = new Map<string, QueuedMessage>();
      const toRecord = (message: QueuedMessage) => {
        const { messageId, body } = message;
        received.set(messageId, message);
        const text = this.without === 'short-acceptance' ? this.#acceptedNow(body) : body;
        return { messageId, receiptHandle: messageId, body: text };
      };
      const source: MessageSource = {
        receive: async (waitSeconds) => {
          const messages = await invocation.call('queue.receive', () => this.queue.receive());
          if (messages.length === 0 && waitSeconds > 0) await this.timeline.sleep(waitSeconds * SECOND);
          return messages.map(toRecord);
        },
        remove: ({ messageId }) =>
          invocation.call('queue.delete', () => {
            const message = received.get(messageId);
            if (message) this.queue.delete(message);
          }),
      };
      const handler = sqsHandlerWithPolling(
        {
          message: deliveryTask,
          // When the remedy `message-kept` is turned off, the message is deleted before its attempt is
          // recorded.
          handle: this.without === 'message-kept' ? forgetting(handle, source) : handle,
        },
        {
          sourceOf: () => source,
          forMs: this.config.deadlineMs,
          now: deps.now,
          pause: (milliseconds) => this.timeline.sleep(milliseconds),
        },
      );
      return handler({ Records: batch.map(toRecord) } as unknown as SQSEvent);
    });
    if (!ending.ok) return;
    const failed = new Set(ending.result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch) if (!failed.has(message.messageId)) this.queue.delete(message);
  }

  /** Returns the queue message with the submission's acceptance time replaced by the current time. */
  #acceptedNow(body: string): string {
    const received = `"received_at":"${new Date(this.timeline.now).toISOString()}"`;
    return body.replace(/"received_at":"[^"]+"/, received);
  }

  #startLadder(name: string, first: { delivery_id: string; next_attempt_at: string }): void {
    const given = this.without === 'ladder-name' ? this.nextName(`${name}-`) : name;
    const attempt = `${first.delivery_id} at ${first.next_attempt_at}`;
    const names = this.journal.ladders.get(attempt) ?? new Set<string>();
    this.journal.ladders.set(attempt, names.add(given));
    this.ladders.start(given, { ...first });
  }

  async #sweepForEver(): Promise<void> {
    const { calmAt, runsUntil = calmAt, givesUpAfterMs = 3 * 24 * 3600 * SECOND } = this.#options;
    const hopeless = runsUntil + givesUpAfterMs;
    for (;;) {
      await this.timeline.sleep(SWEEP_EVERY);
      if ((this.timeline.now > runsUntil && this.#isQuiet()) || this.timeline.now > hopeless) {
        this.#isOver = true;
        return;
      }
      await this.invoke('sweep', 120 * SECOND, (invocation) => {
        const handlers = () => fanOut(this.fanOutDeps(invocation));
        return sweep({ ...sweepDeps(this, invocation), handlers })(() => 120 * SECOND);
      });
    }
  }

  #isQuiet(): boolean {
    return (
      this.#running === 0 &&
      this.ladders.running === 0 &&
      this.queue.messages.size === 0 &&
      this.queue.deadLetters.length === 0 &&
      this.recoveries.isQuiet &&
      this.failed.size === 0 &&
      this.#stream.isIdle &&
      [...this.deliveries.rows.values()].every(({ check_at }) => check_at === undefined)
    );
  }

  /** Runs a function or an API operation. Its calls go through the invocation. */
  async invoke<Result>(
    kind: string,
    timeoutMs: number,
    act: (invocation: Invocation) => Promise<Result>,
  ): Promise<InvocationResult<Result>> {
    const plan: FaultPlan = (name, now) => {
      this.journal.calls += 1;
      const fault = this.#options.plan(name, now);
      if (fault) this.journal.fault(now, kind, name, fault);
      return fault;
    };
    const invocation = new Invocation(kind, { timeline: this.timeline, random: this.random, plan });
    this.#running += 1;
    const atOnce = (this.#atOnce.get(kind) ?? 0) + 1;
    this.#atOnce.set(kind, atOnce);
    this.journal.mostAtOnce.set(kind, Math.max(atOnce, this.journal.mostAtOnce.get(kind) ?? 0));
    const ending = await invocation.run(timeoutMs, () => act(invocation));
    this.#running -= 1;
    this.#atOnce.set(kind, (this.#atOnce.get(kind) ?? 0) - 1);
    if (!ending.ok) {
      const why = ending.error instanceof Error ? ending.error.message : '';
      this.journal.note(this.timeline.now, `${kind} ${ending.died ? 'dies' : `fails: ${why}`}`);
    }
    return ending;
  }
}

/** Wraps a handler so that each queue message is deleted before it's handled. */
function forgetting(
  handle: (task: DeliveryTask, message: ReceivedMessage) => Promise<void>,
  { remove }: MessageSource,
) {
  return async (task: DeliveryTask, message: ReceivedMessage): Promise<void> => {
    await remove(message);
    await handle(task, message);
  };
}
