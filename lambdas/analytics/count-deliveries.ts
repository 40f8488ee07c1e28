/**
 * Follows the stream of stored deliveries: counts how they end, by form and day and by webhook and hour, and then moves on
 * the change markers of their forms.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/stream-change.ts';
import { streamBatchHandler } from '../aws/stream-handler.ts';
import { parentsOfDelivery } from '../core/ids.ts';
import { readEnvironment } from '../environment.ts';
import { delivery } from '../webhooks/delivery/delivery.ts';
import { changeMarkerStore, type ChangeMarkers } from './change-marker-store.ts';
import { changesByCounter, type DeliveryStatusChange } from './delivery-counts.ts';

const deliveryChange = streamChange({
  keys: delivery.pick({ webhook_id: true, delivery_id: true }),
  item: delivery.pick({ event: true, status: true }),
});
type DeliveryChange = z.infer<typeof deliveryChange>;

type Deps = Pick<ReturnType<typeof sequenceCounterStore>, 'count'> & Pick<ChangeMarkers, 'note'>;

const logger = new Logger({ serviceName: 'svc-forms' });

function statusChange({ event, keys, before, after, sequence }: DeliveryChange): DeliveryStatusChange[] {
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
export function countDeliveries({ count, note }: Deps) {
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
    return failed.flat();
  };

  const moveMarkers = async (changes: readonly DeliveryChange[]): Promise<string[]> => {
    const byForm = Map.groupBy(changes, ({ keys }) => parentsOfDelivery(keys.delivery_id)?.formId ?? '');
    const failed = await Promise.all(
      Array.from(byForm, async ([formId, ofForm]) => {
        const [first] = ofForm;
        try {
          // What goes on after its form was deleted makes no new marker.
          const mustExist = ofForm.every(({ event }) => event !== 'INSERT');
          if (formId !== '') await note(formId, 'deliveries', { mustExist });
          return [];
        } catch (error) {
          logger.error('change marker not moved', { marker: formId, sequence: first?.sequence, error });
          return [first?.sequence ?? ''];
        }
      }),
    );
    return failed.flat();
  };

  return streamBatchHandler({
    change: deliveryChange,
    // Whoever reads a marker that has moved finds the counts, too.
    handle: async (changes) => {
      const uncounted = await countChanges(changes);
      return [...new Set([...uncounted, ...(await moveMarkers(changes))])];
    },
  });
}

const { COUNTERS_TABLE } = readEnvironment('COUNTERS_TABLE');
const db = documentClient();

export const handler = countDeliveries({
  ...sequenceCounterStore(db, COUNTERS_TABLE),
  ...changeMarkerStore(db, COUNTERS_TABLE),
});
