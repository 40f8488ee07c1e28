/** The named schemas of the localized surface. */
import {
  driveEntryView,
  localizedSubmissionInput,
  localizedSubmissionView,
  jobView,
  localizedNothingStoredView,
} from '../../localized/localized-submission.ts';
import { RECEIVED_AT, SUBMISSION_ID } from './example-ids.ts';
import { formExample } from './form-schemas.ts';
import { answered, sent } from './named-schema.ts';
import { submissionExample } from './submission-schemas.ts';

const entryExample = {
  job_id: SUBMISSION_ID,
  received_at: RECEIVED_AT,
  status: 'received' as const,
  message: 'Der Eintrag ist eingegangen.',
};
const [spamEntryView, replayedEntryView] = localizedNothingStoredView.options;

export const entrySchemas = [
  sent('EntryInput', localizedSubmissionInput, 'An entry for a form, which is named by its slug or id.', {
    form: 'contact',
    fields: { name: 'Ada', message: 'Hallo' },
  }),
  answered('Entry', localizedSubmissionView, 'The entry is stored.', entryExample),
  answered('SpamEntry', spamEntryView, 'What spam is answered, deliberately benign.', {
    ok: true,
    status: 'accepted',
    message: 'Der Eintrag wurde angenommen.',
  }),
  answered(
    'ReplayedEntry',
    replayedEntryView,
    'The idempotency key was used in the last 24 hours: nothing was done.',
    { ...entryExample, message: 'Der Eintrag war schon eingegangen.', idempotent_replay: true },
  ),
  answered('Job', jobView, 'An entry with its form, and what became of both.', {
    job_id: SUBMISSION_ID,
    form: formExample,
    submission: submissionExample,
    analytics: {
      deliveries: { total: 1, succeeded: 1, failed: 0, retrying: 0, pending: 0 },
      form: {
        received_30d: 12,
        spam_30d: 3,
        by_day: [{ date: '2026-11-20', received: 1, spam: 0 }],
      },
    },
  }),
  answered(
    'DriveEntry',
    driveEntryView,
    'A form and its latest 25 submissions; `next_cursor` goes on in the list of its submissions.',
    { form: formExample, submissions: [submissionExample], next_cursor: null },
  ),
];
