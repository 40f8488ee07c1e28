/** Runs scenarios. The seed determines the forms, webhooks, submissions, owner actions and faults. */
import { newFormId } from '../../lambdas/core/ids.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { newSubmission, type SubmissionStatus } from '../../lambdas/submissions/submission.ts';
import { newWebhook, newWebhookSecret, type SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { oneFault, randomFaults, type Fault, type FaultPlan } from './faults.ts';
import { History, StateHistory } from './history.ts';
import { Random } from './random.ts';
import { behaviours, type Behaviour } from './receiver.ts';
import type { Remedy } from './remedies.ts';
import { ACCOUNT_ID } from './account.ts';
import { START, World } from './world.ts';

const MINUTE = 60_000;
const CALM_AT = START + 90 * MINUTE;

export interface Played {
  readonly world: World;
  readonly history: History;
}

/** Runs a seed's scenario until it ends. */
export async function play(seed: number, without?: Remedy): Promise<Played> {
  const random = new Random(seed);
  const plan = randomFaults(random, START, CALM_AT);
  const mischief = random.pick([0, 0.05, 0.3]);
  // Webhooks are disabled after about 15 minutes of failures (instead of five days), or never.
  const disableAfterDays = random.pick([0, 0.01]);
  const world = new World({ random, plan, calmAt: CALM_AT, mischief, disableAfterDays, without });
  const stage = new Stage(world, random);
  let firstPost = Infinity;
  for (let forms = random.between(1, 2); forms > 0; forms -= 1) {
    const formId = newFormId(random.bytes);
    stage.form(formId, random.chance(0.8));
    let lastPost = 0;
    for (let posts = random.between(1, 5); posts > 0; posts -= 1) {
      lastPost = random.between(1, 30 * MINUTE);
      firstPost = Math.min(firstPost, lastPost);
      stage.submission(formId, random.chance(0.8) ? 'received' : 'spam', lastPost);
    }
    for (let webhooks = random.between(0, 3); webhooks > 0; webhooks -= 1) {
      // The first item that ingest reads shows whether the form has webhooks. To test races, some webhooks
      // are created while a submission is in progress.
      const late = random.chance(0.5) ? lastPost + random.between(0, 50) : random.between(0, 30 * MINUTE);
      stage.webhook(formId, random.pick(behaviours), random.chance(0.7) ? 0 : late);
    }
  }
  for (let webhooks = random.pick([0, 0, 1, 2]); webhooks > 0; webhooks -= 1) {
    // The first submission makes ingest cache the account's limits. To test races, half of the webhooks are
    // created at about the same time.
    const at = random.chance(0.5) ? firstPost + random.between(20, 120) : random.between(1, 30 * MINUTE);
    stage.accountWebhook(random.pick(behaviours), Math.max(1, at));
  }
  for (let acts = random.between(0, 8); acts > 0; acts -= 1) stage.ownerActs(random.between(1, 80 * MINUTE));
  await world.run();
  return { world, history: stage.history };
}

/** Simulates one form, one webhook and one submission, with one fault at call number `call`. */
export async function playOneFault(behaviour: Behaviour, call: number, fault: Fault): Promise<Played> {
  const random = new Random(call);
  const plan: FaultPlan = oneFault(call, fault);
  const world = new World({ random, plan, calmAt: CALM_AT, mischief: 0, disableAfterDays: 0.01 });
  const stage = new Stage(world, random);
  const formId = newFormId(random.bytes);
  stage.webhook(formId, behaviour, 0);
  stage.submission(formId, 'received', 1000);
  await world.run();
  return { world, history: stage.history };
}

/**
 * Sends `posts` submissions to one form within a minute. The form has one webhook, whose endpoint behaves as
 * specified.
 */
export async function playBurst(behaviour: Behaviour, posts: number): Promise<Played> {
  const random = new Random(posts);
  const world = new World({
    random,
    plan: () => undefined,
    calmAt: START + MINUTE,
    mischief: 0,
    disableAfterDays: 0,
  });
  const stage = new Stage(world, random);
  const formId = newFormId(random.bytes);
  stage.webhook(formId, behaviour, 0);
  for (let post = 0; post < posts; post += 1) stage.submission(formId, 'received', random.between(1, MINUTE));
  await world.run();
  return { world, history: stage.history };
}

class Stage {
  readonly history = new History();
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  /** Creates a form without webhooks. */
  form(formId: string, noEmails: boolean): void {
    this.#world.forms.set(formId, { no_webhooks: true, ...(noEmails && { no_emails: true as const }) });
  }

  /** Creates a webhook. `at` is in milliseconds from the start of the simulation. */
  webhook(formId: string, behaviour: Behaviour, at: number): void {
    const { timeline, webhooks, endpoints, forms, without } = this.#world;
    const created = newWebhook(
      { owner_id: formId, account_id: ACCOUNT_ID },
      { url: `https://${behaviour}.example/` },
      START + at,
      this.#random.bytes,
    );
    const url = `https://${behaviour}.example/${created.webhook_id}`;
    endpoints.set(url, { behaviour, recoversAt: START + this.#random.between(1, 40 * MINUTE) });
    timeline.after(at, () => {
      // Like the service, removes the form's marker and stores the webhook in one transaction.
      const { no_webhooks: _, ...unmarked } = forms.get(formId) ?? {};
      if (without !== 'form-mark') forms.set(formId, unmarked);
      webhooks.rows.set(created.webhook_id, { ...created, url });
      const states = new StateHistory<'enabled' | 'disabled' | 'deleted'>();
      states.record(timeline.now, 'enabled');
      this.history.webhooks.set(created.webhook_id, { formId, states, createdAt: timeline.now });
    });
  }

  /** Creates an account-wide webhook as the account's owner, retrying until a response arrives. */
  accountWebhook(behaviour: Behaviour, at: number): void {
    const { timeline, endpoints } = this.#world;
    const url = `https://${behaviour}.example/account-${endpoints.size}`;
    endpoints.set(url, { behaviour, recoversAt: START + this.#random.between(1, 40 * MINUTE) });
    const stored = ({ webhook_id }: SigningWebhook): void => {
      if (this.history.webhooks.has(webhook_id)) return;
      const states = new StateHistory<'enabled' | 'disabled' | 'deleted'>();
      states.record(timeline.now, 'enabled');
      this.history.webhooks.set(webhook_id, { formId: undefined, states, createdAt: undefined });
    };
    const create = async (): Promise<void> => {
      for (;;) {
        const id = await this.#world.account.createWebhook(url, stored);
        const created = id === undefined ? undefined : this.history.webhooks.get(id);
        if (created) {
          created.createdAt = timeline.now;
          return;
        }
        await timeline.sleep(this.#random.between(1, MINUTE));
      }
    };
    timeline.after(at, () => void create());
  }

  /** Submits the form as a visitor, retrying until a response arrives. */
  submission(formId: string, status: SubmissionStatus, at: number): void {
    const { timeline, submissions } = this.#world;
    let isStored = false;
    const post = async (): Promise<boolean> => {
      const begunAt = timeline.now;
      return this.#world.account.ingest(formId, (marks) => {
        const now = timeline.now;
        const of = newSubmission(
          { form_id: formId, account_id: ACCOUNT_ID, retention_days: null },
          { status, payload: payloadOfPairs([['name', 'Ada']]) },
          { now, random: this.#random.bytes, spamRetentionDays: 30 },
        );
        return () => {
          // The visitor's retries act as if they had an idempotency key: the submission is only stored once.
          if (isStored) return;
          isStored = true;
          const states = new StateHistory<SubmissionStatus | 'deleted'>();
          states.record(timeline.now, status);
          this.history.submissions.set(of.submission_id, { formId, begunAt, states });
          submissions.put({ ...of, ...marks });
        };
      });
    };
    timeline.after(at, async () => {
      while (!(await post())) await timeline.sleep(this.#random.between(1, MINUTE));
    });
  }

  /** Makes a random change as the form's owner or as an operator. */
  ownerActs(at: number): void {
    const acts = [
      this.#disable,
      this.#enable,
      this.#deleteWebhook,
      this.#rotate,
      this.#replay,
      this.#replay,
      this.#replay,
      this.#ping,
      this.#markAsSpam,
      this.#release,
      this.#release,
      this.#deleteSubmission,
      this.#abortLadder,
    ];
    const act = this.#random.pick(acts);
    this.#world.timeline.after(at, () => act());
  }

  readonly #disable = (): void => this.#changeWebhook('disabled', false);
  readonly #enable = (): void => this.#changeWebhook('enabled', true);

  #changeWebhook(state: 'enabled' | 'disabled', enabled: boolean): void {
    const id = this.#anyOf(this.#world.webhooks.rows);
    if (id === undefined) return;
    const { now } = this.#world.timeline;
    this.#world.webhooks.change(id, { enabled }, now);
    this.history.webhooks.get(id)?.states.record(now, state);
    this.#world.journal.note(now, `${id} was ${state} by its owner`);
  }

  readonly #deleteWebhook = (): void => {
    const id = this.#anyOf(this.#world.webhooks.rows);
    if (id === undefined) return;
    this.#world.webhooks.rows.delete(id);
    this.history.webhooks.get(id)?.states.record(this.#world.timeline.now, 'deleted');
    this.#world.journal.note(this.#world.timeline.now, `${id} is deleted`);
  };

  readonly #rotate = (): void => {
    const id = this.#anyOf(this.#world.webhooks.rows);
    const secret = newWebhookSecret(this.#random.bytes);
    if (id !== undefined) this.#world.webhooks.change(id, { secret }, this.#world.timeline.now);
  };

  readonly #replay = (): void => {
    const id = this.#anyOf(this.#world.deliveries.rows);
    if (id !== undefined) this.#world.replay(id);
  };

  readonly #ping = (): void => {
    const id = this.#anyOf(this.#world.webhooks.rows);
    if (id !== undefined) this.#world.ping(id);
  };

  readonly #markAsSpam = (): void => this.#changeSubmission('spam');
  readonly #release = (): void => this.#changeSubmission('received');

  #changeSubmission(status: SubmissionStatus): void {
    const { submissions, timeline, journal } = this.#world;
    const candidates = [...submissions.rows.values()].filter((row) => row.status !== status);
    if (candidates.length === 0) return;
    const of = this.#random.pick(candidates);
    submissions.put({ ...of, status });
    this.history.submissions.get(of.submission_id)?.states.record(timeline.now, status);
    journal.note(timeline.now, `${of.submission_id} is ${status} now`);
  }

  readonly #deleteSubmission = (): void => {
    const { submissions, timeline } = this.#world;
    const id = this.#anyOf(submissions.rows);
    if (id === undefined) return;
    submissions.delete(id);
    this.history.submissions.get(id)?.states.record(timeline.now, 'deleted');
  };

  readonly #abortLadder = (): void => {
    const { names } = this.#world.ladders;
    if (names.size > 0) this.#world.ladders.abort(this.#random.pick([...names]));
  };

  #anyOf(rows: ReadonlyMap<string, unknown>): string | undefined {
    return rows.size === 0 ? undefined : this.#random.pick([...rows.keys()]);
  }
}
