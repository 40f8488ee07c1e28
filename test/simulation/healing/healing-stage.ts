/** Simulates the actions of owners and operators while endpoints are down and after they recover. */
import { healingOf } from '../../../lambdas/webhooks/endpoint-health/healing-change.ts';
import { newKeyPair } from '../../../lambdas/webhooks/signing/key-pair.ts';
import { newWebhookSecret } from '../../../lambdas/webhooks/webhook.ts';
import { Stage } from '../stage.ts';
import { START } from '../world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Prepares outages, and the actions of owners and operators during them. */
export class HealingStage extends Stage {
  /** Makes a random change as the form's owner or as an operator. */
  actsDuringOutage(at: number): void {
    const acts = [
      this.disable,
      this.enable,
      this.enable,
      this.deleteWebhook,
      this.rotate,
      this.#rotateKeys,
      this.#rotateKeys,
      this.replay,
      this.replay,
      this.ping,
      this.#pingAndReplay,
      this.markAsSpam,
      this.release,
      this.deleteSubmission,
      this.abortLadder,
      this.#suspend,
      this.#filter,
      this.#recover,
      this.#recover,
      this.#recover,
      this.#recoverTwice,
      this.#recoverInterrupted,
      this.#recoverInterrupted,
    ];
    const act = this.random.pick(acts);
    this.world.timeline.after(at, () => act());
  }

  /**
   * Ends suspensions, enables all webhooks and recovers everything, as owners do when their endpoints work
   * again.
   */
  recoverAtTheEnd(at: number): void {
    const { timeline, webhooks } = this.world;
    timeline.after(at - START, async () => {
      this.world.isSuspended = false;
      for (const [id, { enabled }] of webhooks.rows) if (!enabled) this.change(id, 'enabled', true);
      await timeline.sleep(SECOND);
      await Promise.all([...webhooks.rows.keys()].map((id) => this.#recoverAll(id)));
    });
  }

  /** Retries a recovery request until it is accepted, because another recovery may still be running. */
  async #recoverAll(webhookId: string): Promise<void> {
    const { recoveries, timeline } = this.world;
    while (!(await recoveries.request(webhookId, START)).ok) await timeline.sleep(MINUTE);
  }

  /**
   * Makes the webhook's owner act while `auto_recover` is on: send pings, replay deliveries and cause
   * interruptions. The owner enables disabled webhooks again.
   */
  actsBesideProbes(at: number): void {
    const toggle = (): void => {
      this.disable();
      this.world.timeline.after(this.random.between(1, 60) * MINUTE, () => this.#enableAll());
    };
    const acts = [
      this.replay,
      this.#pingAndReplay,
      this.#pingAndReplay,
      toggle,
      toggle,
      this.#enableAll,
      this.deleteWebhook,
      this.#suspend,
      this.#rotateKeys,
      this.#recover,
      this.abortLadder,
      this.deleteSubmission,
    ];
    const act = this.random.pick(acts);
    this.world.timeline.after(at, () => act());
  }

  readonly #enableAll = (): void => {
    for (const [id, { enabled }] of this.world.webhooks.rows) if (!enabled) this.change(id, 'enabled', true);
  };

  /** Like the service, starts a recovery or a probe if `auto_recover` is on. */
  protected override change(id: string, state: 'enabled' | 'disabled', enabled: boolean): void {
    const { webhooks, recoveries, queue, journal } = this.world;
    const before = webhooks.find(id);
    const healing = before && healingOf(before, { enabled });
    super.change(id, state, enabled);
    if (before?.auto_recover !== true) return;
    if (healing === 'recover') {
      journal.endedSpans.push(id);
      recoveries.owe(before, before.failure_from ?? before.failing_since ?? '');
    } else if (before.failing_since !== undefined) {
      // `super.change` has ended the span of a webhook that is enabled.
      webhooks.rows.set(id, { ...before, enabled, updated_at: webhooks.find(id)?.updated_at ?? '' });
      if (healing === 'probe') queue.send({ delivery_id: id });
    }
  }

  /** Rotates the secret and the key pair, or creates the webhook's first pair. */
  readonly #rotateKeys = (): void => {
    const { webhooks, timeline } = this.world;
    const id = this.anyOf(webhooks.rows);
    if (id === undefined) return;
    const pair = newKeyPair(this.random.bytes);
    const secret = newWebhookSecret(this.random.bytes);
    const keys = webhooks.find(id)?.public_key === undefined ? { firstKeys: pair } : { keys: pair, secret };
    webhooks.change(id, { signing: 'hmac+ed25519', ...keys }, timeline.now);
  };

  /** If the endpoint works again, causes two successes at the same time. */
  readonly #pingAndReplay = (): void => {
    this.ping();
    this.replay();
    this.replay();
  };

  readonly #suspend = (): void => {
    this.world.isSuspended = true;
    this.world.timeline.after(this.random.between(1, 60) * MINUTE, () => (this.world.isSuspended = false));
  };

  /** Sets a filter that no submission passes for up to an hour. */
  readonly #filter = (): void => {
    const { webhooks, timeline } = this.world;
    const id = this.anyOf(webhooks.rows);
    const of = this.history.webhooks.get(id ?? '');
    if (id === undefined || !of) return;
    of.isFiltered = true;
    const nobody = { all: [{ field: 'name', op: 'equals' as const, value: 'Bob' }] };
    webhooks.change(id, { filter: nobody }, timeline.now);
    timeline.after(this.random.between(1, 60) * MINUTE, () => {
      webhooks.change(id, { filter: null }, timeline.now);
    });
  };

  readonly #recover = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id !== undefined) void this.world.recoveries.request(id, START);
  };

  readonly #recoverTwice = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id === undefined) return;
    void this.world.recoveries.request(id, START);
    void this.world.recoveries.request(id, START + 1);
  };

  /** Requests a recovery, and disables or deletes a webhook or suspends the account while it runs. */
  readonly #recoverInterrupted = (): void => {
    this.#recover();
    const interrupt = this.random.pick([this.disable, this.deleteWebhook, this.#suspend]);
    this.world.timeline.after(this.random.between(0, 10 * SECOND), () => interrupt());
  };
}
