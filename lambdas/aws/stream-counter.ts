/** Counts what the records of a stream add to counters, each record once, however often the stream brings it. */
import { Logger } from '@aws-lambda-powertools/logger';
import type * as z from 'zod';
import { comparableSequence, type sequenceCounterStore } from './sequence-counter-store.ts';
import { streamBatchHandler } from './stream-handler.ts';
import type { CounterChanges } from '../core/counter-changes.ts';

interface Counting<Change> {
  /** Made by `streamChange`. */
  readonly change: z.ZodType<Change>;
  /** What the changes of a batch add to which counters, with the sequences in the form that compares as text. */
  readonly countersOf: (changes: readonly Change[]) => readonly CounterChanges[];
  readonly count: ReturnType<typeof sequenceCounterStore>['count'];
  /** The log message about a counter that could not be written. */
  readonly failure: string;
}

const logger = new Logger({ serviceName: 'svc-forms' });

/**
 * Makes the handler of a stream. What cannot be counted now comes again from its first record on, together with what was
 * counted: that is not counted twice.
 */
export function countChanges<Change extends { readonly sequence: string }>({
  change,
  countersOf,
  count,
  failure,
}: Counting<Change>) {
  return streamBatchHandler({
    change,
    handle: async (changes: readonly Change[]): Promise<string[]> => {
      const failed = await Promise.all(
        countersOf(changes).map(async (counter) => {
          try {
            await count(counter);
            return [];
          } catch (error) {
            const first = counter.changes[0]?.sequence;
            const sequence =
              changes.find((each) => comparableSequence(each.sequence) === first)?.sequence ?? '';
            logger.error(failure, { counter: counter.counter, sequence, error });
            return [sequence];
          }
        }),
      );
      return [...new Set(failed.flat())];
    },
  });
}
