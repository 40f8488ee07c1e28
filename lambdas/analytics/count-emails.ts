/** Counts what became of e-mails, by form and day, from the stream of the e-mail log. */
import type * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/stream-change.ts';
import { emailKey, emailRecord } from '../emails/log/email-record.ts';
import { readEnvironment } from '../environment.ts';
import { countChanges } from '../aws/stream-counter.ts';
import { emailChangesByCounter, type EmailStatusChange } from './email-counts.ts';

const emailChange = streamChange({ keys: emailKey, item: emailRecord.pick({ status: true }) });

function statusChange({ keys, before, after, sequence }: z.infer<typeof emailChange>): EmailStatusChange[] {
  // The stream's filter lets no removal through: an e-mail that is forgotten stays counted.
  if (!after) return [];
  return [{ key: keys, before: before?.status, after: after.status, sequence: comparableSequence(sequence) }];
}

/** Counts the changes of one batch. */
export function countEmails({ count }: Pick<ReturnType<typeof sequenceCounterStore>, 'count'>) {
  return countChanges({
    change: emailChange,
    countersOf: (changes) => emailChangesByCounter(changes.flatMap(statusChange)),
    count,
    failure: 'e-mails not counted',
  });
}

export const handler = countEmails(
  sequenceCounterStore(documentClient(), readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE),
);
