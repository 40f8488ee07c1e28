/** Notifies webhooks and the event bus when a submission is deleted or expires. */
import type { Clock } from '../core/clock.ts';
import { settleAll } from '../core/settle-all.ts';
import type { submissionEventsQueue } from '../event-bus/submission-events-queue.ts';
import type { DeletedSubmission } from '../submissions/deleted-submission-queue.ts';
import { newOccasionDelivery } from '../webhooks/delivery/delivery.ts';
import { asksFor } from '../webhooks/events/asked-events.ts';
import type { KnownWebhook } from '../webhooks/events/known-webhook.ts';
import { storeAndQueue, type FanOutDeps } from './create-deliveries.ts';

interface Deps extends Pick<FanOutDeps, 'createDelivery' | 'queue'> {
  readonly now: Clock;
  /** Lists all current and deleted webhooks of a form or account. */
  webhooksOf(ownerId: string): Promise<readonly KnownWebhook[]>;
  /** Returns true if the form exists. Only called if a webhook or the event bus subscribes to deletions. */
  hasForm(accountId: string, formId: string): Promise<boolean>;
  /** Undefined if the stage has no event bus. */
  readonly toEventBus: ReturnType<typeof submissionEventsQueue>['add'] | undefined;
}

/**
 * Stores and queues a delivery for each enabled webhook that subscribes to deletions, and sends an event to
 * the event bus. Does nothing if the submission was spam, or if its form was deleted. Safe to repeat.
 */
export function tellDeletion({ now, webhooksOf, hasForm, toEventBus, ...deps }: Deps) {
  return async ({ account_id, form_id, submission_id, deletion }: DeletedSubmission): Promise<void> => {
    if (!deletion) return;
    const webhooks = (await Promise.all([form_id, account_id].map(webhooksOf))).flat();
    const asking = webhooks.filter((each) => each.enabled === true && asksFor(each, 'submission.deleted'));
    const isAsked = asking.length > 0 || toEventBus !== undefined;
    if (!isAsked || !(await hasForm(account_id, form_id))) return;
    const told = {
      event: 'submission.deleted',
      facts: { submission_id, form_id, ...deletion },
      occasion: { kind: 'deletion' },
    } as const;
    const deliveries = asking.map(({ webhook_id }) =>
      newOccasionDelivery(webhook_id, submission_id, told, now()),
    );
    await settleAll([
      storeAndQueue(deliveries, deps),
      ...(toEventBus ? [toEventBus({ form_id, submission_id, deletion: { account_id, ...deletion } })] : []),
    ]);
  };
}
