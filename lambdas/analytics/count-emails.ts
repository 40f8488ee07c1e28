/** Processes the e-mail log's stream and counts e-mail results by form and day. */
import type * as z from 'zod';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { comparableSequence, sequenceCounterStore } from '../aws/sequence-counter-store.ts';
import { streamChange } from '../aws/event-sources/stream-change.ts';
import { emailKey, emailRecord } from '../submissions/email-log/email-record.ts';
import { readEnvironment } from '../environment.ts';
import { changeMarkerStore } from '../aws/change-marker-store.ts';
import { countChanges, type CountingDeps } from '../aws/event-sources/stream-counter.ts';
import { emailChangesByCounter, type EmailStatusChange } from './email-counts.ts';

const emailChange = streamChange({ keys: emailKey, item: emailRecord.pick({ status: true }) });

function statusChange(change: z.infer<typeof emailChange>): EmailStatusChange[] {
  const { keys, before, after } = change;
  // The stream filter skips deletions, so the counts still include deleted e-mails.
  if (!after) return [];
  return [{ key: keys, before: before?.status, after: after.status, sequence: comparableSequence(change) }];
}

/** Counts the e-mail changes in a batch. */
export function countEmails(deps: CountingDeps) {
  return countChanges({
    ...deps,
    change: emailChange,
    countersOf: (changes) => emailChangesByCounter(changes.flatMap(statusChange)),
    kind: 'emails',
    movedBy: ({ keys }) => [keys.form_id],
    failure: 'E-mails not counted',
  });
}

const { COUNTERS_TABLE } = readEnvironment('COUNTERS_TABLE');
const db = documentClient();

export const handler = countEmails({
  ...sequenceCounterStore(db, COUNTERS_TABLE),
  ...changeMarkerStore(db, COUNTERS_TABLE),
});
