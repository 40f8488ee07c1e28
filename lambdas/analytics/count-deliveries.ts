/** Counts how deliveries end, by form and day and by webhook and hour, from the stream of stored deliveries. */
import type * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/stream-change.ts';
import { readEnvironment } from '../environment.ts';
import { delivery } from '../webhooks/delivery/delivery.ts';
import { countChanges } from '../aws/stream-counter.ts';
import { changesByCounter, type DeliveryStatusChange } from './delivery-counts.ts';

const deliveryChange = streamChange({
  keys: delivery.pick({ webhook_id: true, delivery_id: true }),
  item: delivery.pick({ event: true, status: true }),
});
type DeliveryChange = z.infer<typeof deliveryChange>;

function statusChange({ event, keys, before, after, sequence }: DeliveryChange): DeliveryStatusChange[] {
  // The stream's filter lets neither new deliveries nor removals nor test pings through.
  if (event !== 'MODIFY' || after.event !== 'submission.created') return [];
  return [
    {
      deliveryId: keys.delivery_id,
      before: before.status,
      after: after.status,
      sequence: comparableSequence(sequence),
    },
  ];
}

/** Counts the changes of one batch. */
export function countDeliveries({ count }: Pick<ReturnType<typeof sequenceCounterStore>, 'count'>) {
  return countChanges({
    change: deliveryChange,
    countersOf: (changes) => changesByCounter(changes.flatMap(statusChange)),
    count,
    failure: 'deliveries not counted',
  });
}

export const handler = countDeliveries(
  sequenceCounterStore(documentClient(), readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE),
);
