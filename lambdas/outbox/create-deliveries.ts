/**
 * Starts an accepted submission's deliveries: queues a message for each enabled webhook of its form and its
 * account. Normally, a delivery isn't stored until its first attempt is claimed. A submission that was
 * released from spam might already have deliveries, so this module stores the missing ones and reopens the
 * others.
 */
import type { Clock } from '../core/clock.ts';
import { newDelivery, newOccasionDelivery, type Delivery } from '../webhooks/delivery/delivery.ts';
import { reopen } from '../webhooks/delivery/delivery-state.ts';
import {
  firstAttemptOf,
  type FannedOutSubmission,
  type FirstAttempt,
} from '../webhooks/delivery/first-attempt.ts';
import { deliveryIdOf } from '../core/ids.ts';
import { namesField, parseFilter, type Filter } from '../forms/filters/filter.ts';
import { passesFilter, type FilteredSubmission } from '../forms/filters/judge.ts';
import type { Form } from '../forms/form.ts';
import type { SubmissionChangeFacts } from '../submissions/events/event-views.ts';
import { toFilteredSubmission, type JudgedSubmission } from '../submissions/filtered-submission.ts';
import { newWithheldDelivery, type WithheldDelivery } from '../webhooks/delivery/withheld-delivery.ts';
import { asksFor } from '../webhooks/events/asked-events.ts';
import { coversForm, hasEnded } from '../webhooks/subscriptions/subscription-attributes.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { memoize } from '../core/memoize.ts';

export interface FanOutDeps {
  readonly now: Clock;
  readonly maxAttempts: number;
  /** Lists a form's webhooks, or an account's account-wide webhooks. */
  listWebhooks(ownerId: string): Promise<readonly Webhook[]>;
  /** Stores the delivery. If it already exists, leaves it unchanged and returns false. */
  createDelivery(of: Delivery): Promise<boolean>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Replaces the delivery unless it has changed since it was read. Returns undefined if it has changed. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  /** Records that a filter excluded a submission. If this record already exists, leaves it unchanged. */
  withhold(created: WithheldDelivery): Promise<void>;
  /** Reads the form. Only called if a filter compares the form's slug. */
  findForm(accountId: string, formId: string): Promise<Pick<Form, 'slug'> | undefined>;
  /**
   * Queues a message for each of these deliveries.
   * @param first true for deliveries that aren't stored yet
   */
  queue(deliveryIds: readonly string[], first?: FirstAttempt): Promise<void>;
}

/** A submission as fan-out reads it from the stream. */
type ChangedSubmission = FannedOutSubmission & Pick<JudgedSubmission, 'source' | 'spam'>;

/** A submission after a change and the details of the change. */
interface ToldChange extends ChangedSubmission {
  readonly version: number;
  readonly facts: SubmissionChangeFacts;
}

/** A record from the submissions stream. */
export interface SubmissionEvent {
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly after?: (FannedOutSubmission & Pick<JudgedSubmission, 'source' | 'spam'>) | undefined;
}

/** A submission that was accepted on arrival or released from spam later. */
export type AcceptedSubmission = NonNullable<SubmissionEvent['after']> & { readonly released: boolean };

/**
 * Queues a delivery for each enabled webhook, unless its filter excludes the submission. Safe to repeat,
 * because attempts that were already made aren't repeated.
 */
export async function createDeliveries(accepted: AcceptedSubmission, deps: FanOutDeps): Promise<void> {
  const { account_id, form_id, submission_id, released } = accepted;
  // Ignore `no_account_webhooks` if the submission was released, because webhooks might have been added since
  // this attribute was set.
  const hasNoneOfAccount = accepted.no_account_webhooks === true && !released;
  const owners = hasNoneOfAccount ? [form_id] : [form_id, account_id];
  const lists = await Promise.all(owners.map((ownerId) => deps.listWebhooks(ownerId)));
  const now = deps.now();
  const enabled = lists
    .flat()
    .filter(
      (each) =>
        each.enabled &&
        asksFor(each, 'submission.created') &&
        coversForm(each, form_id) &&
        !hasEnded(each, now),
    );
  const withheld = await withheldFrom(enabled, accepted, deps);
  await Promise.all(
    [...withheld].map((webhookId) => deps.withhold(newWithheldDelivery(webhookId, submission_id, now))),
  );
  const webhookIds = enabled.map((each) => each.webhook_id).filter((id) => !withheld.has(id));
  if (webhookIds.length === 0) return;
  if (released) {
    await Promise.all(
      webhookIds.map(async (webhookId) => {
        const created = newDelivery(webhookId, submission_id, now);
        if (!(await deps.createDelivery(created))) await reopenStored(created, deps);
      }),
    );
  }
  await deps.queue(
    webhookIds.map((webhookId) => deliveryIdOf(webhookId, submission_id)),
    released ? undefined : firstAttemptOf(accepted, now),
  );
}

/**
 * Stores and queues a delivery for each enabled webhook that subscribes to changes, unless its filter
 * excludes the changed submission. Safe to repeat.
 */
export async function createChangeDeliveries(of: ToldChange, deps: FanOutDeps): Promise<void> {
  const { account_id, form_id, submission_id, version, facts } = of;
  const lists = await Promise.all([form_id, account_id].map((ownerId) => deps.listWebhooks(ownerId)));
  const asking = lists.flat().filter((each) => each.enabled && asksFor(each, 'submission.updated'));
  const withheld = await withheldFrom(asking, of, deps);
  const deliveries = asking
    .filter(({ webhook_id }) => !withheld.has(webhook_id))
    .map(({ webhook_id }) => {
      const told = {
        event: 'submission.updated',
        facts,
        occasion: { kind: 'change', version },
      } as const;
      return newOccasionDelivery(webhook_id, submission_id, told, deps.now());
    });
  await storeAndQueue(deliveries, deps);
}

/**
 * Stores new deliveries and queues them. Existing deliveries are queued again, because their messages might
 * not have been sent.
 */
export async function storeAndQueue(
  deliveries: readonly Delivery[],
  { createDelivery, queue }: Pick<FanOutDeps, 'createDelivery' | 'queue'>,
): Promise<void> {
  if (deliveries.length === 0) return;
  await Promise.all(deliveries.map(createDelivery));
  await queue(deliveries.map(({ delivery_id }) => delivery_id));
}

/**
 * Returns the ids of the webhooks whose filter excludes the submission. A submission without a payload passes
 * every filter.
 */
async function withheldFrom(
  webhooks: readonly Webhook[],
  accepted: ChangedSubmission,
  deps: FanOutDeps,
): Promise<ReadonlySet<string>> {
  const filtered = webhooks.flatMap(({ webhook_id, filter }) => {
    const parsed = parseFilter(filter);
    return parsed ? [{ webhook_id, filter: parsed }] : [];
  });
  const { payload } = accepted;
  if (filtered.length === 0 || !payload) return new Set();
  const filters = filtered.map(({ filter }) => filter);
  const submission = await judgedSubmission({ ...accepted, payload }, filters, deps);
  const passed = await Promise.all(filters.map((filter) => passesFilter(filter, submission)));
  return new Set(filtered.filter((_, index) => passed[index] !== true).map(({ webhook_id }) => webhook_id));
}

async function judgedSubmission(
  of: ChangedSubmission & Pick<JudgedSubmission, 'payload'>,
  filters: readonly Filter[],
  { findForm }: FanOutDeps,
): Promise<FilteredSubmission> {
  const needsSlug = filters.some((filter) => namesField(filter, '$form'));
  const form = needsSlug ? await findForm(of.account_id, of.form_id) : undefined;
  return toFilteredSubmission(of, form?.slug);
}

/**
 * Queues deliveries for a batch of records from the submissions stream. All submissions in the batch were
 * stored before the first record is handled, so it is enough to read the webhooks of each form and account
 * once. Delivery ids are derived from the submission and the webhook, so a repeated record doesn't create a
 * second delivery (invariant 2).
 */
export function fanOut(deps: FanOutDeps) {
  const listWebhooks = memoize((ownerId: string) => deps.listWebhooks(ownerId));
  return async ({ event, after }: SubmissionEvent): Promise<void> => {
    if (!after) return;
    // For existing items, the stream's filter only passes changes that release a submission from spam.
    const released = event === 'MODIFY';
    await createDeliveries({ ...after, released }, { ...deps, listWebhooks });
  };
}

/** Reopens a delivery that was abandoned because its submission had been marked as spam. */
async function reopenStored(
  { webhook_id, delivery_id }: Delivery,
  { now, maxAttempts, findDelivery, replaceDelivery }: FanOutDeps,
): Promise<void> {
  for (;;) {
    const stored = await findDelivery(webhook_id, delivery_id);
    const reopened = stored && reopen(stored, now(), { maxAttempts });
    if (!reopened || reopened === stored || (await replaceDelivery(stored, reopened))) return;
  }
}

/** Notifies webhooks of changes to submissions. Reads the webhooks of each form and account only once. */
export function tellChange(deps: FanOutDeps) {
  const listWebhooks = memoize((ownerId: string) => deps.listWebhooks(ownerId));
  return (of: ToldChange): Promise<void> => createChangeDeliveries(of, { ...deps, listWebhooks });
}
