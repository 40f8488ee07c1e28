/**
 * Simulates tables in memory, with the same conditions as the real stores. Each method represents one request
 * and takes effect at a single point in time.
 */
import type { Overdue } from '../../../lambdas/webhooks/delivery/delivery-store.ts';
import type { WebhookChange } from '../../../lambdas/webhooks/webhook-store.ts';
import { timestamp } from '../../../lambdas/core/clock.ts';
import { delivery, type Delivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { storedFilter } from '../../../lambdas/forms/filters/filter.ts';
import { isSpanOpen } from '../../../lambdas/webhooks/endpoint-health/failure-span.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import {
  webhook,
  SECRET_OVERLAP,
  type DisabledReason,
  type SigningWebhook,
  type Webhook,
} from '../../../lambdas/webhooks/webhook.ts';

/** Simulates the deliveries table. */
export class Deliveries {
  readonly rows = new Map<string, Delivery>();
  /** If false, writes don't check the delivery's version, and the last write wins. */
  comparesVersions = true;

  find(deliveryId: string): Delivery | undefined {
    return this.rows.get(deliveryId);
  }

  /** Creates a delivery. Returns false if the id already exists. */
  create(created: Delivery): boolean {
    if (this.rows.has(created.delivery_id)) return false;
    this.rows.set(created.delivery_id, Object.freeze(delivery.parse(created)));
    return true;
  }

  /**
   * Stores a delivery's new state and returns it, or returns undefined if the delivery has changed since
   * `before` was read.
   */
  replace(before: Delivery, after: Delivery): Delivery | undefined {
    const stored = this.rows.get(before.delivery_id);
    if (this.comparesVersions && stored?.version !== before.version) return undefined;
    const next = { ...after, version: before.version + 1 };
    this.rows.set(next.delivery_id, Object.freeze(delivery.parse(next)));
    return next;
  }

  /** Returns the entries of the overdue index that are due for a check, for one shard. */
  overdue(shard: string, now: string): Overdue[] {
    const found: Overdue[] = [];
    for (const { webhook_id, delivery_id, created_at, overdue_shard, check_at } of this.rows.values()) {
      if (overdue_shard === shard && check_at !== undefined && check_at <= now)
        found.push({ webhook_id, delivery_id, created_at, check_at });
    }
    return found;
  }

  /** Postpones the next check of a delivery, unless the delivery has changed since it was read. */
  postpone({ delivery_id, check_at }: Overdue, until: string): void {
    const stored = this.rows.get(delivery_id);
    if (stored?.check_at === check_at) this.rows.set(delivery_id, { ...stored, check_at: until });
  }
}

/** Returns the webhook with a new failing span. */
function startSpan(row: SigningWebhook, at: string, from: string): SigningWebhook {
  const { failure_until: _, ...rest } = row;
  return { ...rest, failure_id: at, failure_from: from, failure_count: 0 };
}

/** Simulates the webhooks table. */
export class Webhooks {
  readonly rows = new Map<string, SigningWebhook>();

  find(webhookId: string): SigningWebhook | undefined {
    const row = this.rows.get(webhookId);
    return row && { ...row };
  }

  /** Returns the webhooks of a form or an account, without their secrets. */
  list(ownerId: string): Webhook[] {
    return [...this.rows.values()].filter((row) => row.owner_id === ownerId).map((row) => webhook.parse(row));
  }

  /** Changes a webhook. Returns false if it doesn't exist. */
  change(
    webhookId: string,
    {
      url,
      name,
      format,
      filter,
      headers,
      enabled,
      auto_recover,
      secret,
      signing,
      firstKeys,
      keys,
      span,
    }: WebhookChange,
    now: number,
  ): boolean {
    const row = this.rows.get(webhookId);
    if (!row) return false;
    const next = { ...row, updated_at: timestamp(now), version: (row.version ?? 0) + 1 };
    if (url !== undefined) next.url = url;
    if (typeof name === 'string' && name !== '') next.name = name;
    else if (name !== undefined) delete next.name;
    if (format !== undefined) next.format = format;
    if (filter) next.filter = storedFilter(filter);
    else if (filter === null) delete next.filter;
    if (headers !== undefined) Object.assign(next, { headers, header_names: Object.keys(headers).sort() });
    if (enabled !== undefined) {
      next.enabled = enabled;
      delete next.disabled_reason;
      delete next.owner_email_due;
    }
    if (span === 'end' || (span === undefined && (url !== undefined || enabled === true))) {
      next.failure_until ??= timestamp(now);
      delete next.failing_since;
      delete next.failing_email_due;
      delete next.probe_due;
    }
    if (span === 'probe') next.probe_due = timestamp(now);
    if (url !== undefined) delete next.slow_until;
    if (secret !== undefined) {
      Object.assign(next, {
        older_secret: row.previous_secret ?? '',
        older_until: row.previous_until ?? '',
        previous_secret: row.secret,
        previous_until: timestamp(now + SECRET_OVERLAP),
        secret,
      });
    }
    if (signing !== undefined) next.signing = signing;
    if (auto_recover !== undefined) next.auto_recover = auto_recover;
    if (firstKeys && next.private_key === undefined) Object.assign(next, firstKeys);
    if (keys) {
      Object.assign(next, {
        older_private_key: row.previous_private_key ?? '',
        previous_private_key: row.private_key,
        previous_public_key: row.public_key,
        ...keys,
      });
    }
    this.rows.set(webhookId, next);
    return true;
  }

  /** Marks a webhook as failing. Returns true if its owner should get an e-mail. */
  markFailing(of: Webhook, since: string, emailOwner: boolean, from = since): boolean {
    let due = false;
    this.#update(of.webhook_id, (row) => {
      if (!row.enabled || row.url !== of.url || row.failing_since !== undefined) return row;
      due = emailOwner;
      return {
        ...startSpan(row, since, from),
        failing_since: since,
        ...(of.auto_recover === true && { probe_due: since }),
        ...(emailOwner && { failing_email_due: since, failing_email_at: since }),
      };
    });
    return due;
  }

  /** Ends the failing span. Returns false if the span has ended or another one has started since the read. */
  markWorking(of: Webhook, at: string): boolean {
    let hasEnded = false;
    this.#update(of.webhook_id, (row) => {
      if (row.failing_since === undefined || row.failing_since !== of.failing_since) return row;
      hasEnded = true;
      const { failing_since: _, probe_due: __, ...working } = row;
      return { ...working, failure_until: at };
    });
    return hasEnded;
  }

  /** Counts a failure in the span. Returns false if another span has started since the webhook was read. */
  countFailure({ webhook_id, failure_id }: Webhook, failedAt: string): boolean {
    const row = this.rows.get(webhook_id);
    if (!row || row.failure_id !== failure_id) return false;
    const { failure_count = 0, failure_from = failedAt } = row;
    const from = failedAt < failure_from ? failedAt : failure_from;
    this.rows.set(webhook_id, { ...row, failure_count: failure_count + 1, failure_from: from });
    return true;
  }

  /** Records a probe. Returns false if the probe was already made or the span has ended since the read. */
  markProbed(of: Webhook, due: string): boolean {
    const row = this.rows.get(of.webhook_id);
    if (!row || row.failing_since !== of.failing_since) return false;
    if (row.probed_at !== undefined && row.probed_at >= due) return false;
    this.rows.set(of.webhook_id, { ...row, probed_at: due });
    return true;
  }

  /** Records that the message about the webhook's probes has been queued. */
  probesQueued(of: SigningWebhook): void {
    this.#update(of.webhook_id, (row) => {
      if (row.probe_due !== of.probe_due) return row;
      const { probe_due: _, ...rest } = row;
      return rest;
    });
  }

  /** Disables a webhook. Returns false if it is already disabled or has changed since it was read. */
  disable(of: Webhook, reason: DisabledReason, at: string, from = at): boolean {
    let disabled = false;
    this.#update(of.webhook_id, (row) => {
      const isAsSeen = reason === 'gone' ? row.url === of.url : row.failing_since === of.failing_since;
      if (!row.enabled || !isAsSeen) return row;
      disabled = true;
      const spanned = isSpanOpen(of) ? row : startSpan(row, at, from);
      const { failing_email_due: _, probe_due: __, version = 0, ...rest } = spanned;
      const disabledNow = { enabled: false, disabled_reason: reason, owner_email_due: at, updated_at: at };
      return { ...rest, ...disabledNow, version: version + 1 };
    });
    return disabled;
  }

  /** Moves the webhook's deliveries to the slow-endpoint queue, unless the webhook's URL has changed. */
  markSlow(of: Webhook, until: string): void {
    this.#update(of.webhook_id, (row) => (row.url === of.url ? { ...row, slow_until: until } : row));
  }

  /** Records that the e-mail about the webhook's failures has been queued. */
  failingEmailQueued(of: SigningWebhook): void {
    this.#update(of.webhook_id, (row) => {
      if (row.failing_email_due !== of.failing_email_due) return row;
      const { failing_email_due: _, ...rest } = row;
      return rest;
    });
  }

  /** Records that the e-mail about the disabled webhook has been queued. */
  ownerEmailQueued(of: SigningWebhook): void {
    this.#update(of.webhook_id, (row) => {
      if (row.owner_email_due !== of.owner_email_due) return row;
      const { owner_email_due: _, ...rest } = row;
      return rest;
    });
  }

  #update(webhookId: string, change: (row: SigningWebhook) => SigningWebhook): void {
    const row = this.rows.get(webhookId);
    if (row) this.rows.set(webhookId, change(row));
  }
}

/** Simulates the submissions table and the stream of its changes. */
export class Submissions {
  readonly rows = new Map<string, Submission>();
  readonly #changed: (before: Submission | undefined, after: Submission | undefined) => void;

  constructor(changed: (before: Submission | undefined, after: Submission | undefined) => void) {
    this.#changed = changed;
  }

  find(submissionId: string): Submission | undefined {
    return this.rows.get(submissionId);
  }

  /** Stores a submission and writes the change to the stream. */
  put(after: Submission): void {
    const before = this.rows.get(after.submission_id);
    this.rows.set(after.submission_id, after);
    this.#changed(before, after);
  }

  /** Deletes a submission and writes the change to the stream. */
  delete(submissionId: string): void {
    const before = this.rows.get(submissionId);
    this.rows.delete(submissionId);
    if (before) this.#changed(before, undefined);
  }
}
