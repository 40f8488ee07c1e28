/**
 * Counts what the records of a stream add to counters, each record once, however often the stream brings it, and then
 * moves on the change markers of their forms.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type * as z from 'zod';
import { comparableSequence, type sequenceCounterStore } from './sequence-counter-store.ts';
import type { StreamChange } from './stream-change.ts';
import { streamBatchHandler } from './stream-handler.ts';
import type { CounterChanges } from '../core/counter-changes.ts';
import type { ChangeMarkers } from './change-marker-store.ts';
import type { FollowedChange } from '../core/change-marker.ts';

export type CountingDeps = Pick<ReturnType<typeof sequenceCounterStore>, 'count'> &
  Pick<ChangeMarkers, 'note'>;

interface Counting<Change> extends CountingDeps {
  /** Made by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /** What the changes of a batch add to which counters, with the sequences in the form that compares as text. */
  readonly countersOf: (changes: readonly Change[]) => readonly CounterChanges[];
  /** What moves on in the change marker. */
  readonly kind: FollowedChange;
  /** The forms and accounts whose markers a change moves on. */
  readonly movedBy: (change: Change) => readonly string[];
  /** The log message about a counter that could not be written. */
  readonly failure: string;
  /** Is shown the changes of each batch when they are counted; some of them may come again. */
  readonly observe?: (changes: readonly Change[]) => void;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Makes the handler of a stream. What cannot be written now comes again from its first record on, together with what was
 * counted: that is not counted twice, and a marker may move on as often as it likes.
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
          // What goes on after its form was deleted makes no new marker.
          const mustExist = ofThis.every(({ event }) => event !== 'INSERT');
          await note(id, kind, { mustExist });
          return [];
        } catch (error) {
          const sequence = ofThis[0]?.sequence ?? '';
          logger.error('change marker not moved', { marker: id, sequence, error });
          return [sequence];
        }
      }),
    );

  return streamBatchHandler({
    change,
    // Whoever reads a marker that has moved finds the counts, too.
    handle: async (changes: readonly Change[]): Promise<string[]> => {
      const uncounted = await countAll(changes);
      const unmoved = await moveMarkers(changes);
      observe?.(changes);
      return [...new Set([...uncounted, ...unmoved].flat())];
    },
  });
}
