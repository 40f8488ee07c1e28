/** Prepares scenarios: their forms, webhooks and submissions, and the changes that owners and operators make. */
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { newSubmission, type SubmissionStatus } from '../../lambdas/submissions/submission.ts';
import { newWebhook, newWebhookSecret, type SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { ACCOUNT_ID } from './account.ts';
import { History, StateHistory } from './history.ts';
import type { Random } from './random.ts';
import type { Behaviour, Period } from './receiver.ts';
import { START, type World } from './world.ts';

const MINUTE = 60_000;

/** Prepares a scenario and simulates the actions of its owners and visitors. */
export class Stage {
  readonly history = new History();
  protected readonly world: World;
  protected readonly random: Random;

  constructor(world: World, random: Random) {
    this.world = world;
    this.random = random;
  }

  /** Creates a form without webhooks. */
  form(formId: string, noEmails: boolean): void {
    this.world.forms.set(formId, { no_webhooks: true, ...(noEmails && { no_emails: true as const }) });
  }

  /**
   * Creates a webhook and returns its id.
   * @param at milliseconds from the start of the simulation
   * @param outage period during which the endpoint is down, if it behaves like `outage`
   */
  webhook(formId: string, behaviour: Behaviour, at: number, outage?: Period): string {
    const { timeline, webhooks, endpoints, forms, without } = this.world;
    const created = newWebhook(
      { owner_id: formId, account_id: ACCOUNT_ID },
      { url: `https://${behaviour}.example/` },
      START + at,
      this.random.bytes,
    );
    const url = `https://${behaviour}.example/${created.webhook_id}`;
    endpoints.set(url, { behaviour, recoversAt: START + this.random.between(1, 40 * MINUTE), outage });
    timeline.after(at, () => {
      // Like the service, removes the form's marker and stores the webhook in one transaction.
      const { no_webhooks: _, ...unmarked } = forms.get(formId) ?? {};
      if (without !== 'form-mark') forms.set(formId, unmarked);
      webhooks.rows.set(created.webhook_id, { ...created, url });
      const states = new StateHistory<'enabled' | 'disabled' | 'deleted'>();
      states.record(timeline.now, 'enabled');
      this.history.webhooks.set(created.webhook_id, { formId, states, createdAt: timeline.now });
    });
    return created.webhook_id;
  }

  /** Creates an account-wide webhook as the account's owner, retrying until a response arrives. */
  accountWebhook(behaviour: Behaviour, at: number): void {
    const { timeline, endpoints } = this.world;
    const url = `https://${behaviour}.example/account-${endpoints.size}`;
    endpoints.set(url, { behaviour, recoversAt: START + this.random.between(1, 40 * MINUTE) });
    const stored = ({ webhook_id }: SigningWebhook): void => {
      if (this.history.webhooks.has(webhook_id)) return;
      const states = new StateHistory<'enabled' | 'disabled' | 'deleted'>();
      states.record(timeline.now, 'enabled');
      this.history.webhooks.set(webhook_id, { formId: undefined, states, createdAt: undefined });
    };
    const create = async (): Promise<void> => {
      for (;;) {
        const id = await this.world.account.createWebhook(url, stored);
        const created = id === undefined ? undefined : this.history.webhooks.get(id);
        if (created) {
          created.createdAt = timeline.now;
          return;
        }
        await timeline.sleep(this.random.between(1, MINUTE));
      }
    };
    timeline.after(at, () => void create());
  }

  /** Submits the form as a visitor, retrying until a response arrives. */
  submission(formId: string, status: SubmissionStatus, at: number): void {
    const { timeline, submissions } = this.world;
    let isStored = false;
    const post = async (): Promise<boolean> => {
      const begunAt = timeline.now;
      return this.world.account.ingest(formId, (marks) => {
        const now = timeline.now;
        const of = newSubmission(
          { form_id: formId, account_id: ACCOUNT_ID, retention_days: null },
          { status, payload: payloadOfPairs([['name', 'Ada']]) },
          { now, random: this.random.bytes, spamRetentionDays: 30 },
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
      while (!(await post())) await timeline.sleep(this.random.between(1, MINUTE));
    });
  }

  /** Makes a random change as the form's owner or as an operator. */
  ownerActs(at: number): void {
    const acts = [
      this.disable,
      this.enable,
      this.deleteWebhook,
      this.rotate,
      this.replay,
      this.replay,
      this.replay,
      this.ping,
      this.markAsSpam,
      this.release,
      this.release,
      this.deleteSubmission,
      this.abortLadder,
    ];
    const act = this.random.pick(acts);
    this.world.timeline.after(at, () => act());
  }

  protected readonly disable = (): void => this.#changeWebhook('disabled', false);
  protected readonly enable = (): void => this.#changeWebhook('enabled', true);

  #changeWebhook(state: 'enabled' | 'disabled', enabled: boolean): void {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id !== undefined) this.change(id, state, enabled);
  }

  /** Enables or disables a webhook as its owner. */
  protected change(id: string, state: 'enabled' | 'disabled', enabled: boolean): void {
    const { now } = this.world.timeline;
    this.world.webhooks.change(id, { enabled }, now);
    this.history.webhooks.get(id)?.states.record(now, state);
    this.world.journal.note(now, `${id} was ${state} by its owner`);
  }

  protected readonly deleteWebhook = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id === undefined) return;
    this.world.webhooks.rows.delete(id);
    this.history.webhooks.get(id)?.states.record(this.world.timeline.now, 'deleted');
    this.world.journal.note(this.world.timeline.now, `${id} is deleted`);
  };

  protected readonly rotate = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    const secret = newWebhookSecret(this.random.bytes);
    if (id !== undefined) this.world.webhooks.change(id, { secret }, this.world.timeline.now);
  };

  protected readonly replay = (): void => {
    const id = this.anyOf(this.world.deliveries.rows);
    if (id !== undefined) this.world.replay(id);
  };

  protected readonly ping = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id !== undefined) this.world.ping(id);
  };

  protected readonly markAsSpam = (): void => this.#changeSubmission('spam');
  protected readonly release = (): void => this.#changeSubmission('received');

  #changeSubmission(status: SubmissionStatus): void {
    const { submissions, timeline, journal } = this.world;
    const candidates = [...submissions.rows.values()].filter((row) => row.status !== status);
    if (candidates.length === 0) return;
    const of = this.random.pick(candidates);
    submissions.put({ ...of, status });
    this.history.submissions.get(of.submission_id)?.states.record(timeline.now, status);
    journal.note(timeline.now, `${of.submission_id} is ${status} now`);
  }

  protected readonly deleteSubmission = (): void => {
    const { submissions, timeline } = this.world;
    const id = this.anyOf(submissions.rows);
    if (id === undefined) return;
    submissions.delete(id);
    this.history.submissions.get(id)?.states.record(timeline.now, 'deleted');
  };

  protected readonly abortLadder = (): void => {
    const { names } = this.world.ladders;
    if (names.size > 0) this.world.ladders.abort(this.random.pick([...names]));
  };

  protected anyOf(rows: ReadonlyMap<string, unknown>): string | undefined {
    return rows.size === 0 ? undefined : this.random.pick([...rows.keys()]);
  }
}
