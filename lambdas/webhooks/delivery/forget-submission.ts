/**
 * Removes a deleted submission's data from its deliveries. Endpoints often echo the request, so the response
 * excerpts may contain the submission's data.
 */
import { deliveryIdOf } from '../../core/ids.ts';
import type { Delivery } from './delivery.ts';
import type { RecordDeps } from './record-outcome.ts';

interface Deps extends Pick<RecordDeps, 'findDelivery' | 'replaceDelivery'> {
  /** Returns the ids of all webhooks that a form or an account has or had. */
  webhookIds(ownerId: string): Promise<string[]>;
}

interface OwnedSubmission {
  readonly account_id: string;
  readonly form_id: string;
  readonly submission_id: string;
}

/**
 * Returns a function that removes the response excerpts from a submission's deliveries. Marks the deliveries,
 * so that no excerpts are added later. Safe to repeat.
 */
export function forgetSubmission({ webhookIds, findDelivery, replaceDelivery }: Deps) {
  const forget = async (webhookId: string, deliveryId: string): Promise<void> => {
    for (;;) {
      const stored = await findDelivery(webhookId, deliveryId);
      if (!stored || stored.submission_deleted === true) return;
      if (await replaceDelivery(stored, withoutExcerpts(stored))) return;
    }
  };
  return async ({ account_id, form_id, submission_id }: OwnedSubmission): Promise<void> => {
    const ids = (await Promise.all([form_id, account_id].map(webhookIds))).flat();
    await Promise.all(ids.map((id) => forget(id, deliveryIdOf(id, submission_id))));
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
