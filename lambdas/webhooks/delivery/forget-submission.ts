/**
 * Removes a deleted submission's data from its deliveries. Endpoints often echo the request, so the response
 * excerpts may contain the submission's data.
 */
import type { Delivery } from './delivery.ts';
import type { RecordDeps } from './record-outcome.ts';

interface Deps extends Pick<RecordDeps, 'findDelivery' | 'replaceDelivery'> {
  /** Returns the ids of the current and deleted webhooks of a form or account. */
  webhookIds(ownerId: string): Promise<string[]>;
  /** Returns the webhook's deliveries for the submission and its changes. */
  deliveriesOf(webhookId: string, submissionId: string): Promise<readonly Delivery[]>;
}

interface OwnedSubmission {
  readonly account_id: string;
  readonly form_id: string;
  readonly submission_id: string;
}

/**
 * Returns a function that removes the response excerpts from a submission's deliveries. Marks the deliveries
 * so that no excerpts are added later. Safe to repeat.
 */
export function forgetSubmission({ webhookIds, deliveriesOf, findDelivery, replaceDelivery }: Deps) {
  const forget = async (found: Delivery): Promise<void> => {
    let stored: Delivery | undefined = found;
    for (;;) {
      if (!stored || stored.submission_deleted === true) return;
      if (await replaceDelivery(stored, withoutExcerpts(stored))) return;
      stored = await findDelivery(found.webhook_id, found.delivery_id);
    }
  };
  return async ({ account_id, form_id, submission_id }: OwnedSubmission): Promise<void> => {
    const ids = (await Promise.all([form_id, account_id].map(webhookIds))).flat();
    await Promise.all(
      ids.map(async (id) => Promise.all((await deliveriesOf(id, submission_id)).map(forget))),
    );
  };
}

/** Returns the delivery without response excerpts. */
export function withoutExcerpts(stored: Delivery): Delivery {
  return {
    ...stored,
    submission_deleted: true,
    log: stored.log.map((attempt) => ({ ...attempt, response_excerpt: null })),
  };
}
