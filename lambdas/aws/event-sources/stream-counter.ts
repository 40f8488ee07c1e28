/**
 * Updates counters from stream records. Each record is counted exactly once, even if the stream delivers it
 * several times. Then increments the change markers of the affected forms and accounts.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type * as z from 'zod';
import { comparableSequence, type sequenceCounterStore } from '../sequence-counter-store.ts';
import type { StreamChange } from './stream-change.ts';
import { streamBatchHandler } from './stream-handler.ts';
import type { CounterChanges } from '../../core/counters/counter-changes.ts';
import type { ChangeMarkers } from '../change-marker-store.ts';
import type { FollowedChange } from '../../core/counters/change-marker.ts';

export type CountingDeps = Pick<ReturnType<typeof sequenceCounterStore>, 'count'> &
  Pick<ChangeMarkers, 'note'>;

interface Counting<Change> extends CountingDeps {
  /** Schema created by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /**
   * Returns the amounts that a batch of changes adds to each counter. The sequence numbers of the changes
   * must be comparable as text.
   */
  readonly countersOf: (changes: readonly Change[]) => readonly CounterChanges[];
  /** The count in the change marker that these changes increment. */
  readonly kind: FollowedChange;
  /** Returns the ids of the forms and accounts whose change markers this change increments. */
  readonly movedBy: (change: Change) => readonly string[];
  /** Message to log when a counter could not be updated. */
  readonly failure: string;
  /**
   * Called with each batch's changes after they have been counted. The stream might deliver some of these
   * changes again.
   */
  readonly observe?: (changes: readonly Change[]) => void;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Creates the handler for a stream. If an update fails temporarily, the stream redelivers the whole batch.
 * Records are never counted twice, and incrementing a change marker again is harmless.
 */
export function countChanges<Change extends StreamChange<unknown, unknown>>({
  change,
  countersOf,
  count,
  kind,
  movedBy,
  note,
  failure,
  observe,
}: Counting<Change>) {
  const countAll = (changes: readonly Change[]): Promise<string[][]> =>
    Promise.all(
      countersOf(changes).map(async (counter) => {
        try {
          await count(counter);
          return [];
        } catch (error) {
          const first = counter.changes[0]?.sequence;
          const sequence = changes.find((each) => comparableSequence(each) === first)?.sequence ?? '';
          logger.error(failure, { counter: counter.counter, sequence, error });
          return [sequence];
        }
      }),
    );

  const moveMarkers = (changes: readonly Change[]): Promise<string[][]> =>
    Promise.all(
      Array.from(new Set(changes.flatMap(movedBy)), async (id) => {
        const ofThis = changes.filter((each) => movedBy(each).includes(id));
        try {
          // A change that arrives after its form was deleted must not recreate the form's change marker.
          const mustExist = ofThis.every(({ event }) => event !== 'INSERT');
          await note(id, kind, { mustExist });
          return [];
        } catch (error) {
          const sequence = ofThis[0]?.sequence ?? '';
          logger.error('Failed to update change marker', { marker: id, sequence, error });
          return [sequence];
        }
      }),
    );

  return streamBatchHandler({
    change,
    // Update the counts first: clients that see the new change marker must also see the new counts.
    handle: async (changes: readonly Change[]): Promise<string[]> => {
      const uncounted = await countAll(changes);
      const unmoved = await moveMarkers(changes);
      observe?.(changes);
      return [...new Set([...uncounted, ...unmoved].flat())];
    },
  });
}
