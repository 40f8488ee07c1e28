/** Counts stored submissions by form and day, from their stream. A submission that is deleted later stays counted. */
import { Logger } from '@aws-lambda-powertools/logger';
import { dayCounterStore } from './day-counter-store.ts';
import { changesByDay, type StatusChange } from './day-counts.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence } from '../aws/sequence-counter-store.ts';
import { streamBatchHandler } from '../aws/stream-handler.ts';
import { readEnvironment } from '../environment.ts';
import { submissionChange, type SubmissionChange } from '../submissions/submission-stream.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

function statusChange({ before, after, sequence }: SubmissionChange): StatusChange[] {
  // The stream's filter lets no removal through.
  if (!after) return [];
  return [
    {
      formId: after.form_id,
      receivedAt: after.received_at,
      before: before?.status,
      after: after.status,
      sequence: comparableSequence(sequence),
    },
  ];
}

/**
 * Counts the changes of one batch. A day that cannot be counted now comes again from its first record on, together
 * with what was counted of other days: that is not counted twice.
 */
export function countSubmissions({ count }: Pick<ReturnType<typeof dayCounterStore>, 'count'>) {
  const countChanges = async (changes: readonly SubmissionChange[]): Promise<string[]> => {
    const days = changesByDay(changes.flatMap(statusChange));
    const failed = await Promise.all(
      days.map(async (day) => {
        try {
          await count(day);
          return [];
        } catch (error) {
          const first = changes.find(
            ({ sequence }) => comparableSequence(sequence) === day.changes[0]?.sequence,
          );
          const sequence = first?.sequence ?? '';
          logger.error('submission not counted', { form_id: day.formId, date: day.date, sequence, error });
          return [sequence];
        }
      }),
    );
    return failed.flat();
  };
  return streamBatchHandler({ change: submissionChange, handle: countChanges });
}

export const handler = countSubmissions(
  dayCounterStore(documentClient(), readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE),
);
