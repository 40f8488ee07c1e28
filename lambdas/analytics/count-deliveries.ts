/**
 * Processes the delivery stream. Counts results per form per day and per webhook per hour, then increments
 * the forms' change markers.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { metricMembers } from '../aws/metrics.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/event-sources/stream-change.ts';
import { CANARY_WEBHOOK } from '../core/canary-ids.ts';
import { parentsOfDelivery } from '../core/ids.ts';
import { readEnvironment } from '../environment.ts';
import { delivery, deliveryStatuses, isFinal } from '../webhooks/delivery/delivery.ts';
import { withheldDelivery } from '../webhooks/delivery/withheld-delivery.ts';
import { changeMarkerStore } from '../aws/change-marker-store.ts';
import { countChanges, type CountingDeps } from '../aws/event-sources/stream-counter.ts';
import { changesByCounter, type DeliveryStatusChange } from '../webhooks/counts/delivery-counts.ts';

const deliveryChange = streamChange({
  keys: delivery.pick({ webhook_id: true, delivery_id: true }),
  item: delivery
    .pick({
      event: true,
      created_at: true,
      updated_at: true,
      recovery_id: true,
    })
    .extend({
      // Submissions that a filter excluded have no delivery attempts.
      automatic_attempts: delivery.shape.automatic_attempts.default(0),
      status: z.enum([...deliveryStatuses, withheldDelivery.shape.status.value]),
    }),
});
type DeliveryChange = z.infer<typeof deliveryChange>;

function statusChange(change: DeliveryChange): DeliveryStatusChange[] {
  const { event, keys, before, after } = change;
  if (event === 'REMOVE' || after.event === 'webhook.test') return [];
  return [
    {
      deliveryId: keys.delivery_id,
      // Deliveries start as pending, except for imported deliveries and filtered submissions, which are
      // already final when they are first stored.
      before: before?.status ?? 'pending',
      after: after.status,
      sequence: comparableSequence(change),
      recoveryId: after.automatic_attempts > 0 ? after.recovery_id : undefined,
    },
  ];
}

interface Deps extends CountingDeps {
  readonly measure: (outcome: 'succeeded' | 'failed', ages: readonly number[]) => void;
}

const outcomes = ['succeeded', 'failed'] as const;

/**
 * Records metrics for the deliveries that finished with these changes, including their age in milliseconds.
 * Excludes replays of finished deliveries, because their age doesn't reflect how fast the service is. Also
 * excludes the canary's deliveries, so that an idle stage doesn't pay for metrics.
 */
function measureEnds(changes: readonly DeliveryChange[], measure: Deps['measure']): void {
  const ended = changes.flatMap(({ event, keys, before, after }) => {
    if (event !== 'MODIFY' || after.event === 'webhook.test' || keys.webhook_id === CANARY_WEBHOOK) return [];
    return !isFinal(before) && isFinal(after) ? [after] : [];
  });
  for (const outcome of outcomes) {
    const ages = ended
      .filter(({ status }) => status === outcome)
      .map(({ created_at, updated_at }) => Date.parse(updated_at) - Date.parse(created_at));
    if (ages.length > 0) measure(outcome, ages);
  }
}

/** Counts the delivery changes in a batch. */
export function countDeliveries({ measure, ...deps }: Deps) {
  return countChanges({
    ...deps,
    observe: (changes) => measureEnds(changes, measure),
    change: deliveryChange,
    countersOf: (changes) => changesByCounter(changes.flatMap(statusChange)),
    kind: 'deliveries',
    movedBy: ({ keys }) => {
      const parents = parentsOfDelivery(keys.delivery_id);
      return parents ? [...new Set([parents.formId, parents.ownerId])] : [];
    },
    failure: 'Deliveries not counted',
  });
}

const { COUNTERS_TABLE } = readEnvironment('COUNTERS_TABLE');
const db = documentClient();
const logger = new Logger({ serviceName: 'svc-forms' });

export const handler = countDeliveries({
  ...sequenceCounterStore(db, COUNTERS_TABLE),
  ...changeMarkerStore(db, COUNTERS_TABLE),
  measure: (outcome, ages) =>
    logger.info('Deliveries finished', {
      ...metricMembers({
        now: Date.now(),
        values: { Deliveries: ages.length, DeliveryAge: ages },
        dimensions: { outcome },
      }),
    }),
});
