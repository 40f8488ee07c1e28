/**
 * Simulates data requests: submissions that arrive, functions that store related data, an owner who confirms
 * or cancels, and an operator who restores a backup. Runs the real steps of a data request.
 */
import { newAccountId } from '../../../lambdas/core/ids.ts';
import { CallFailed, type FaultPlan } from '../faults.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { matchOf } from '../../../lambdas/data-requests/search-step.ts';
import { newDataRequest } from '../../../lambdas/data-requests/data-request.ts';
import { workOnRequest } from '../../../lambdas/data-requests/work-on-request.ts';
import { newForm, type Form } from '../../../lambdas/forms/form.ts';
import { newSubmission, type Submission } from '../../../lambdas/submissions/submission.ts';
import { repeatedRequest } from '../../../cli/erase-again/repeated-request.ts';
import { Invocation, type InvocationResult } from '../aws/invocation.ts';
import { Queue } from '../aws/queue.ts';
import type { Random } from '../random.ts';
import { Timeline } from '../timeline.ts';
import { cancelDataRequest, confirmDataRequest } from '../functions.ts';
import { stepsOf } from './steps.ts';
import type { ErasureRemedy } from './remedies.ts';
import { Requests, StoredData } from './tables.ts';

export const START = Date.UTC(2026, 0, 1);
export const PERSON = 'ada@example.org';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface DataWorldOptions {
  readonly random: Random;
  readonly plan: FaultPlan;
  /** Time after which no more faults occur, in milliseconds since the epoch. */
  readonly calmAt: number;
  /** Probability that a message is delivered twice or late. */
  readonly mischief: number;
  readonly without?: ErasureRemedy | undefined;
}

export class DataWorld {
  readonly timeline = new Timeline(START);
  readonly accountId: string;
  readonly forms: readonly Form[];
  readonly data = new StoredData();
  readonly requests: Requests;
  readonly random: Random;
  readonly without: ErasureRemedy | undefined;
  /** All submissions that arrived. */
  readonly posted: Submission[] = [];
  /** Ids of submissions that a restore may have lost. */
  readonly lost = new Set<string>();
  /** Each deletion of a stored submission by a request. */
  readonly removals: { readonly requestId: string; readonly id: string }[] = [];
  readonly restoredAt: number[] = [];
  /** Deletes the notes about imported rows that belong to these submissions. */
  readonly removeKeys: (submissionIds: readonly string[]) => void = () => undefined;
  /** Ids of requests that the service has confirmed as canceled. */
  readonly cancelled = new Set<string>();
  /** Errors that are neither simulated nor expected. */
  readonly errors: unknown[] = [];
  protected readonly options: DataWorldOptions;
  readonly #queue: Queue;

  constructor(options: DataWorldOptions) {
    const { random, without } = options;
    this.options = options;
    this.random = random;
    this.without = without;
    this.accountId = newAccountId(random.bytes);
    this.forms = Array.from({ length: 2 }, () =>
      newForm(this.accountId, { name: 'Contact', notify_emails: ['owner@example.com'] }, START, random.bytes),
    );
    this.requests = new Requests(without, () => this.timeline.now);
    this.#queue = new Queue({
      timeline: this.timeline,
      random,
      visibilityMs: 3 * MINUTE,
      mischief: () => (this.timeline.now < options.calmAt ? options.mischief : 0),
      poll: () => void this.#consume(),
    });
  }

  /** Runs the world until nothing is left to do. */
  async run(): Promise<void> {
    const runsUntil = this.options.calmAt + 8 * HOUR;
    const everyHour = (): void => {
      if (this.without !== 'runner') this.#resume();
      if (this.restoredAt.length > 0) this.#eraseAgain();
      if (this.timeline.now < runsUntil) this.timeline.after(HOUR, everyHour);
    };
    this.timeline.after(HOUR, everyHour);
    // An alarm reports dead letters, and the operator then runs `svc-forms redrive`.
    this.timeline.after(this.options.calmAt + HOUR - START, () => this.#queue.redrive());
    await this.timeline.run(() => this.timeline.now > runsUntil);
  }

  /** Submits a form. Another function then stores an e-mail record and a delivery. Each can take half a minute. */
  post(email: string, at: number, status: Submission['status'] = 'received'): void {
    const { random, timeline, data } = this;
    timeline.after(at - timeline.now, () => {
      const plain = newSubmission(
        random.pick(this.forms),
        { status, payload: payloadOfPairs([['email', email]]) },
        { now: timeline.now, random: random.bytes, spamRetentionDays: 30 },
      );
      const file = {
        file_id: 'file_1',
        field: 'cv',
        name: 'cv.pdf',
        content_type: 'application/pdf',
        size: 1,
      };
      const made = { ...plain, attachments: [file] };
      this.posted.push(made);
      const id = made.submission_id;
      timeline.after(random.between(0, 30 * SECOND), () => {
        data.submissions.set(id, made);
        data.files.add(id);
        timeline.after(random.between(0, 5 * SECOND), () => {
          const found = data.submissions.get(id);
          if (!found || found.erased === true) return;
          timeline.after(random.between(0, 25 * SECOND), () => data.emails.add(id));
          timeline.after(random.between(0, 25 * SECOND), () => data.deliveries.add(id));
        });
      });
    });
  }

  /** Requests the erasure of the person's data, and confirms it once it's ready. Cancels it at `cancelAt`. */
  erase(at: number, cancelAt?: number): void {
    const { timeline, random } = this;
    timeline.after(at - timeline.now, () => {
      const request = newDataRequest(
        { kind: 'erase', email: PERSON, note: 'Ticket' },
        { accountId: this.accountId, key: 'key' },
        timeline.now,
        random.bytes,
      );
      const { kind } = this.requests.start(undefined, request)!;
      this.#queue.send({ request_id: kind });
      if (cancelAt !== undefined)
        timeline.after(cancelAt - timeline.now, () => void this.#act(kind, 'cancel'));
      const confirm = (): void => {
        if (this.requests.rows.get(kind)?.status === 'ready') void this.#act(kind, 'confirm');
        if (this.requests.rows.get(kind)?.finished_at === undefined) timeline.after(7 * MINUTE, confirm);
      };
      timeline.after(MINUTE, confirm);
    });
  }

  /**
   * Restores a backup of `from` at the time `to`. Data that arrived around or between these times may be
   * lost.
   */
  restore(from: number, to: number): void {
    const { timeline, data } = this;
    const backup = new StoredData();
    timeline.after(from - timeline.now, () => backup.restore(data));
    timeline.after(to - timeline.now, () => {
      data.restore(backup);
      this.restoredAt.push(to);
    });
    timeline.after(to + 2 * MINUTE - timeline.now, () => {
      for (const { submission_id, received_at } of this.posted)
        if (Date.parse(received_at) > from - 2 * MINUTE) this.lost.add(submission_id);
    });
  }

  /** Stops the imports of the account, as an erasure does. Worlds without imports have nothing to stop. */
  stopImports(invocation: Invocation): Promise<void> {
    return invocation.call('imports.stop', () => undefined);
  }

  /** Starts a function that can crash. */
  protected async invoke<Result>(
    name: string,
    act: (invocation: Invocation) => Promise<Result>,
  ): Promise<InvocationResult<Result>> {
    const { random, timeline } = this;
    const invocation = new Invocation(name, { random, timeline, plan: this.options.plan });
    const ending = await invocation.run(2 * MINUTE, () => act(invocation));
    if (!ending.ok && !ending.died && !(ending.error instanceof CallFailed)) this.errors.push(ending.error);
    return ending;
  }

  async #consume(): Promise<void> {
    await Promise.all(
      this.#queue.receive().map(async (message) => {
        const body = JSON.parse(message.body) as { request_id: string };
        // Batches usually have more time. Short batches cause more interruptions.
        const until = this.timeline.now + this.random.pick([SECOND, 25 * SECOND]);
        const ending = await this.invoke('data-request', (invocation) => {
          const send = (next: object, delaySeconds = 0): Promise<void> =>
            invocation.call('queue.send', () => this.#queue.send(next, delaySeconds * SECOND));
          const deps = { ...stepsOf(this, invocation, body.request_id), queue: { send } };
          return workOnRequest(deps)(body, () => this.timeline.now >= until);
        });
        if (ending.ok) this.#queue.delete(message);
      }),
    );
  }

  /** Confirms or cancels a request, as the owner does. Conflicts and outages are expected. */
  async #act(kind: string, action: 'cancel' | 'confirm'): Promise<void> {
    const caller = { account_id: this.accountId, scopes: ['admin', 'read', 'write'] };
    const handler = action === 'cancel' ? cancelDataRequest : confirmDataRequest;
    await this.invoke(action, async (invocation) => {
      const send = (body: object, delaySeconds = 0): Promise<void> =>
        invocation.call('queue.send', () => {
          if (this.without !== 'cancel-message' || delaySeconds === 0)
            this.#queue.send(body, delaySeconds * SECOND);
        });
      const act = handler({
        requests: this.requests.of(invocation),
        queue: { send, start: ({ kind: request_id }) => send({ request_id }) },
        now: () => this.timeline.now,
      });
      const request = { path: { id: kind }, caller, audit: { rowOf: () => ({}) } };
      try {
        if ((await act(request as never)).status === 204) this.cancelled.add(kind);
      } catch (error) {
        if (!(error instanceof Error) || !['Conflict', 'Unavailable'].includes(error.name)) throw error;
      }
    });
  }

  /** Resumes requests that no function has worked on for an hour. */
  #resume(): void {
    for (const { kind, slot } of this.requests.rows.values()) {
      const touched = this.requests.touched.get(kind) ?? 0;
      if (slot !== undefined && touched < this.timeline.now - HOUR) this.#queue.send({ request_id: kind });
    }
  }

  /** Finds restored data by ids and address, and erases it as `erase-again` does. */
  #eraseAgain(): void {
    const { requests, data, timeline } = this;
    const all = [...requests.rows.values()].toSorted((a, b) =>
      a.searched_until < b.searched_until ? -1 : 1,
    );
    const request = all.findLast(({ status }) => status === 'finished');
    if (!request || all.some(({ status }) => status === 'erasing')) return;
    const erased = new Set(
      all
        .filter(({ status }) => status === 'finished')
        .flatMap(({ kind }) => [...requests.batchesOf(kind).values()])
        .flatMap(({ submissions }) => submissions.map(({ submission_id }) => submission_id)),
    );
    const isOlder = ({ received_at }: Submission): boolean => received_at < request.searched_until;
    const ofPerson = this.posted.filter(isOfPerson);
    const known = ofPerson.filter(({ submission_id }) => data.submissions.has(submission_id));
    const again = ofPerson.filter(
      (each) =>
        (erased.has(each.submission_id) && data.placesOf(each.submission_id).length > 0) ||
        (known.includes(each) && isOlder(each)),
    );
    if (again.length === 0) return;
    const { received_before, ...rest } = repeatedRequest(
      request,
      known.length > 0 ? PERSON : undefined,
      timeline.now,
      this.random.bytes,
    );
    const isLimited = received_before !== undefined && this.without !== 'received-before';
    const repeated = { ...rest, ...(isLimited && { received_before }) };
    for (const each of again) {
      const match = matchOf(repeated, each, [], timeline.now);
      requests.matchesOf(repeated.kind).set(match.kind, match);
    }
    requests.start(undefined, repeated);
    this.#queue.send({ request_id: repeated.kind });
  }
}

export const isOfPerson = ({ payload }: Submission): boolean => payload.get('email') === PERSON;
