/** Counts how deliveries end, by form and day and by webhook and hour, from the stream of stored deliveries. */
import { Logger } from '@aws-lambda-powertools/logger';
import type * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/stream-change.ts';
import { streamBatchHandler } from '../aws/stream-handler.ts';
import { readEnvironment } from '../environment.ts';
import { delivery } from '../webhooks/delivery/delivery.ts';
import { changesByCounter, type DeliveryStatusChange } from './delivery-counts.ts';

const deliveryChange = streamChange({
  keys: delivery.pick({ webhook_id: true, delivery_id: true }),
  item: delivery.pick({ event: true, status: true }),
});
type DeliveryChange = z.infer<typeof deliveryChange>;

const logger = new Logger({ serviceName: 'svc-forms' });

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

/**
 * Counts the changes of one batch. What cannot be counted now comes again from its first record on, together with what
 * was counted: that is not counted twice.
 */
export function countDeliveries({ count }: Pick<ReturnType<typeof sequenceCounterStore>, 'count'>) {
  const countChanges = async (changes: readonly DeliveryChange[]): Promise<string[]> => {
    const failed = await Promise.all(
      changesByCounter(changes.flatMap(statusChange)).map(async (counter) => {
        try {
          await count(counter);
          return [];
        } catch (error) {
          const first = counter.changes[0]?.sequence;
          const sequence =
            changes.find((each) => comparableSequence(each.sequence) === first)?.sequence ?? '';
          logger.error('deliveries not counted', { counter: counter.counter, sequence, error });
          return [sequence];
        }
      }),
    );
    return [...new Set(failed.flat())];
  };
  return streamBatchHandler({ change: deliveryChange, handle: countChanges });
}

export const handler = countDeliveries(
  sequenceCounterStore(documentClient(), readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE),
);
