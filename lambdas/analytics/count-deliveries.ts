/**
 * Follows the stream of stored deliveries: counts how they end, by form and day and by webhook and hour, and then moves on
 * the change markers of their forms.
 */
import type * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/stream-change.ts';
import { parentsOfDelivery } from '../core/ids.ts';
import { readEnvironment } from '../environment.ts';
import { delivery } from '../webhooks/delivery/delivery.ts';
import { changeMarkerStore } from './change-marker-store.ts';
import { countChanges, type CountingDeps } from '../aws/stream-counter.ts';
import { changesByCounter, type DeliveryStatusChange } from './delivery-counts.ts';

const deliveryChange = streamChange({
  keys: delivery.pick({ webhook_id: true, delivery_id: true }),
  item: delivery.pick({ event: true, status: true }),
});
type DeliveryChange = z.infer<typeof deliveryChange>;

function statusChange(change: DeliveryChange): DeliveryStatusChange[] {
  const { event, keys, before, after } = change;
  if (event === 'REMOVE' || after.event !== 'submission.created') return [];
  return [
    {
      deliveryId: keys.delivery_id,
      // One that had ended when it came was imported.
      before: before?.status ?? 'pending',
      after: after.status,
      sequence: comparableSequence(change),
    },
  ];
}

/** Counts the changes of one batch. */
export function countDeliveries(deps: CountingDeps) {
  return countChanges({
    ...deps,
    change: deliveryChange,
    countersOf: (changes) => changesByCounter(changes.flatMap(statusChange)),
    kind: 'deliveries',
    movedBy: ({ keys }) => {
      const parents = parentsOfDelivery(keys.delivery_id);
      return parents ? [...new Set([parents.formId, parents.ownerId])] : [];
    },
    failure: 'deliveries not counted',
  });
}

const { COUNTERS_TABLE } = readEnvironment('COUNTERS_TABLE');
const db = documentClient();

export const handler = countDeliveries({
  ...sequenceCounterStore(db, COUNTERS_TABLE),
  ...changeMarkerStore(db, COUNTERS_TABLE),
});
