/** Defines the named schemas for the localized endpoints. */
import {
  driveEntryView,
  localizedSubmissionInput,
  localizedSubmissionView,
  jobView,
} from '../../../localized/localized-submission.ts';
import { RECEIVED_AT, SUBMISSION_ID } from './example-ids.ts';
import { formExample } from './form-schemas.ts';
import { requestSchema, responseSchema } from './named-schema.ts';
import { postedSubmissionExample } from './submission-schemas.ts';

const localizedSubmissionExample = {
  job_id: SUBMISSION_ID,
  received_at: RECEIVED_AT,
  status: 'received' as const,
  message: 'Der Eintrag ist eingegangen.',
};

export const localizedSchemas = [
  requestSchema(
    'LocalizedSubmissionInput',
    localizedSubmissionInput,
    'A submission to a form, identified by its slug or ID.',
    {
      form: 'contact',
      fields: { name: 'Ada', message: 'Hallo' },
    },
  ),
  responseSchema(
    'LocalizedSubmission',
    localizedSubmissionView,
    'The submission was accepted. A replay has `idempotent_replay`; spam only has `ok`, `status` and `message`.',
    localizedSubmissionExample,
  ),
  responseSchema('Job', jobView, 'A submission with its form and the analytics of both.', {
    job_id: SUBMISSION_ID,
    form: formExample,
    submission: postedSubmissionExample,
    analytics: {
      deliveries: { total: 1, succeeded: 1, failed: 0, retrying: 0, pending: 0 },
      form: {
        received_30d: 12,
        spam_30d: 3,
        by_day: [{ date: '2026-11-20', received: 1, spam: 0 }],
      },
    },
  }),
  responseSchema(
    'DriveEntry',
    driveEntryView,
    'A form and its latest 25 submissions. Use `next_cursor` to list more of its submissions.',
    { form: formExample, submissions: [postedSubmissionExample], next_cursor: null },
  ),
];
