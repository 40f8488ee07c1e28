/**
 * Simulates the path from the stream to the e-mails. Runs the real functions with an in-memory store, queue
 * and mail service.
 */
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { emailJob } from '../../../lambdas/emails/email-job.ts';
import { sesEvent } from '../../../lambdas/emails/log/ses-event.ts';
import type { EmailDeps } from '../../../lambdas/emails/send-at-least-once.ts';
import { newForm, type Form } from '../../../lambdas/forms/form.ts';
import { submissionChange, type SubmissionChange } from '../../../lambdas/submissions/submission-stream.ts';
import { fanOutEmails, recordEmailEvent, sendEmail, sqsHandler, streamHandler, sweep } from '../functions.ts';
import type { FaultPlan } from '../faults.ts';
import { Invocation, type InvocationResult } from '../aws/invocation.ts';
import { Queue } from '../aws/queue.ts';
import type { Random } from '../random.ts';
import { Submissions } from '../aws/stores.ts';
import { Stream } from '../aws/stream.ts';
import type { StreamRecord } from '../../support/aws/stream-record.ts';
import { Timeline } from '../timeline.ts';
import { emailDeps, OWNER_ADDRESS } from './email-deps.ts';
import { LogInMemory } from './email-log.ts';
import { LEAVING_ADDRESS, MailService } from './mail-service.ts';
import type { EmailRemedy } from './remedies.ts';

export const START = Date.UTC(2026, 0, 1);
/** Address of a recipient who never confirms. */
export const STRANGER_ADDRESS = 'stranger@example.com';
const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface SentEmail {
  readonly id: string;
  readonly to: string;
  /** Id of the form. */
  readonly scope: string;
  readonly at: number;
  /** True if the e-mail had already been recorded as sent before this call to SES. */
  readonly wasNoted: boolean;
}

export interface EmailWorldOptions {
  readonly random: Random;
  readonly plan: FaultPlan;
  /** Time after which no more faults occur, in milliseconds since the epoch. */
  readonly calmAt: number;
  readonly mischief: number;
  readonly without?: EmailRemedy | undefined;
}

export class EmailWorld {
  readonly timeline = new Timeline(START);
  readonly forms: readonly Form[];
  readonly submissions: Submissions;
  readonly sent: SentEmail[] = [];
  readonly mailService: MailService;
  readonly log: LogInMemory;
  /** Times of bounces and complaints, keyed by form and recipient. */
  readonly blocks = new Map<string, string>();
  /** Times when bounces and complaints were handled, keyed by form and recipient. */
  readonly blockedSince = new Map<string, number>();
  /** Ids of e-mails recorded as sent. */
  readonly noted = new Set<string>();
  readonly random: Random;
  readonly without: EmailRemedy | undefined;
  readonly #options: EmailWorldOptions;
  readonly #stream: Stream;
  readonly #queue: Queue;
  readonly #events: Queue;
  readonly #failed = new Map<string, readonly StreamRecord[]>();
  readonly #depsOf: (invocation: Invocation) => EmailDeps;
  #names = 0;
  #running = 0;
  #isOver = false;

  constructor(options: EmailWorldOptions) {
    const { random, without } = options;
    this.#options = options;
    this.random = random;
    this.without = without;
    this.forms = Array.from({ length: 2 }, () =>
      newForm(
        'acc_1',
        {
          name: 'Contact',
          notify_emails: [OWNER_ADDRESS, STRANGER_ADDRESS, LEAVING_ADDRESS],
          autoresponder: { enabled: true, subject: 'Thanks', text: 'Thanks' },
        },
        START,
        random.bytes,
      ),
    );
    this.log = new LogInMemory(without);
    this.#depsOf = emailDeps(this);
    const mischief = (): number => (this.timeline.now < options.calmAt ? options.mischief : 0);
    this.#stream = new Stream({
      timeline: this.timeline,
      random,
      mischief,
      wantsReleases: true,
      invoke: (records) => this.#fanOut(records),
      giveUp: (records) => {
        if (without !== 'failure-destination') this.#failed.set(this.nextName('batch'), records);
      },
    });
    this.submissions = new Submissions((before, after) => this.#stream.write(before, after));
    this.#queue = new Queue({
      timeline: this.timeline,
      random,
      visibilityMs: 180 * SECOND,
      mischief,
      poll: () => void this.#consume(),
    });
    this.#events = new Queue({
      timeline: this.timeline,
      random,
      visibilityMs: 180 * SECOND,
      mischief,
      poll: () => void this.#consumeEvents(),
    });
    this.mailService = new MailService({
      timeline: this.timeline,
      random,
      lost: options.mischief / 2,
      leavesAt: START + random.between(0, 3 * 60 * MINUTE),
      queue: (event) => this.#events.send(event),
    });
  }

  nextName(kind: string): string {
    return `${kind}${this.#names++}`;
  }

  /** Runs until all work is done or the time limit is reached. */
  async run(): Promise<void> {
    void this.#sweepForEver();
    await this.timeline.run(() => this.#isOver);
  }

  #fanOutEmails(invocation: Invocation): (change: SubmissionChange) => Promise<void> {
    const handle = fanOutEmails({
      findForm: (_, id) => invocation.call('form.find', () => this.forms.find((form) => form.form_id === id)),
      queue: (job) => invocation.call('queue.add', () => this.#queue.send(job)),
      noticeQuota: () => Promise.resolve(),
    });
    return ({ after }) => handle(after!);
  }

  #fanOut(records: readonly StreamRecord[]) {
    return this.#invoke('fan-out', 30 * SECOND, async (invocation) => {
      const event = { Records: records } as unknown as DynamoDBStreamEvent;
      const { batchItemFailures } = await streamHandler({
        change: submissionChange,
        handlerOfBatch: () => this.#fanOutEmails(invocation),
      })(event);
      return { batchItemFailures: this.without === 'partial-failures' ? [] : batchItemFailures };
    });
  }

  async #consume(): Promise<void> {
    const batch = this.#queue.receive();
    if (batch.length === 0) return;
    const ending = await this.#invoke('send-email', MINUTE, (invocation) => {
      const handler = sqsHandler({
        message: emailJob,
        handle: sendEmail({
          log: () => undefined,
          emails: this.#depsOf(invocation),
          queue: {
            comeBackIn: (seconds, handle) =>
              invocation.call('queue.comeBackIn', () => this.#queue.comeBackIn(seconds, handle)),
          },
        }),
      });
      const Records = batch.map(({ messageId, body, receipts }) => ({
        messageId,
        receiptHandle: messageId,
        body,
        attributes: { ApproximateReceiveCount: String(receipts) },
      }));
      return handler({ Records } as unknown as SQSEvent);
    });
    if (!ending.ok) return;
    const failed = new Set(ending.result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch) if (!failed.has(message.messageId)) this.#queue.delete(message);
  }

  /** Writes the mail service's events to the log. */
  async #consumeEvents(): Promise<void> {
    const batch = this.#events.receive();
    if (batch.length === 0) return;
    const ending = await this.#invoke('record-email-event', 30 * SECOND, (invocation) => {
      const handler = sqsHandler({
        message: sesEvent,
        handle: recordEmailEvent({
          log: { move: (key, { change }) => invocation.call('log.move', () => this.log.move(key, change)) },
          recipients: {
            block: ({ form_id, recipient_id }, _, at) =>
              invocation.call('recipients.block', () => {
                if (this.without !== 'recipient-block') this.blocks.set(`${form_id} ${recipient_id}`, at);
              }),
          },
        }),
      });
      const Records = batch.map(({ messageId, body }) => ({ messageId, body }));
      return handler({ Records } as unknown as SQSEvent);
    });
    if (!ending.ok) return;
    const failed = new Set(ending.result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch.filter(({ messageId }) => !failed.has(messageId))) {
      this.#events.delete(message);
      this.#noteBlock(message.body);
    }
  }

  #noteBlock(body: string): void {
    const { detail } = JSON.parse(body);
    const blocks = detail.bounce?.bounceType === 'Permanent' || detail.complaint !== undefined;
    const { 'svc-scope': scope, 'svc-recipient': recipient } = detail.mail.tags;
    const key = `${scope} ${recipient}`;
    if (blocks && !this.blockedSince.has(key)) this.blockedSince.set(key, this.timeline.now);
  }

  async #sweepForEver(): Promise<void> {
    const hopeless = this.#options.calmAt + 24 * 60 * MINUTE;
    while (!this.#isOver) {
      await this.timeline.sleep(5 * MINUTE);
      if (this.timeline.now > this.#options.calmAt) {
        this.#redrive();
        this.#isOver = this.#isQuiet() || this.timeline.now > hopeless;
      }
      await this.#invoke('sweep', 2 * MINUTE, (invocation) => this.#sweep(invocation));
    }
  }

  #sweep(invocation: Invocation): Promise<void> {
    const failed = this.#failed;
    return sweep({
      now: () => this.timeline.now,
      // Deliveries are covered by a separate simulation.
      deliveries: { async *overdue() {}, postpone: () => Promise.resolve() },
      queue: { add: () => Promise.resolve() },
      failed: {
        async *list(): AsyncGenerator<string, void> {
          yield* await invocation.call('failed.list', () => [...failed.keys()]);
        },
        records: (key) => invocation.call('failed.records', () => [...(failed.get(key) ?? [])]),
        done: (key) => invocation.call('failed.done', () => void failed.delete(key)),
      },
      handlers: () => this.#fanOutEmails(invocation),
      resumeRecoveries: () => Promise.resolve([]),
      waiting: {},
      checkQueues: () =>
        Promise.resolve({ dead: { DeadNotifications: 0, DeadJobs: 0 }, deadByQueue: {}, stuck: [] }),
      checks: {},
      report: () => undefined,
      redrive: () => Promise.resolve(0),
      measure: () => undefined,
    })(() => 2 * MINUTE);
  }

  /** Redrives dead letters, as an operator would after an alarm once the cause is fixed. */
  #redrive(): void {
    if (this.without === 'redrive') return;
    for (const queue of [this.#queue, this.#events])
      for (const { body } of queue.deadLetters.splice(0)) queue.send(JSON.parse(body));
  }

  #isQuiet(): boolean {
    return (
      this.#running === 0 &&
      this.#queue.messages.size === 0 &&
      this.#events.messages.size === 0 &&
      this.mailService.pending === 0 &&
      this.#failed.size === 0 &&
      this.#stream.isIdle
    );
  }

  async #invoke<Result>(
    kind: string,
    timeoutMs: number,
    act: (invocation: Invocation) => Promise<Result>,
  ): Promise<InvocationResult<Result>> {
    const { timeline, random } = this;
    const invocation = new Invocation(kind, { timeline, random, plan: this.#options.plan });
    this.#running += 1;
    const ending = await invocation.run(timeoutMs, () => act(invocation));
    this.#running -= 1;
    return ending;
  }
}
