import { postedFields, postedMembers } from '../../domain/posted.ts';
import { replayReceipt, spamReceipt, storedReceipt } from '../../domain/receipt.ts';
import { submissionView } from '../../domain/submission.ts';
import { FORM_ID, RECEIVED_AT, SUBMISSION_ID } from './example-ids.ts';
import { answered, sent } from './named.ts';

export const submissionExample = {
  id: SUBMISSION_ID,
  form_id: FORM_ID,
  received_at: RECEIVED_AT,
  status: 'received' as const,
  files: 0,
  attachments: [],
  payload: { name: 'Ada', email: 'ada@example.org', message: 'Hello' },
};

export const submissionSchemas = [
  sent('PostedFields', postedFields, 'The fields of a form.', submissionExample.payload),
  sent(
    'PostedMembers',
    postedMembers,
    'The fields as members of an object; values that are not strings are stored as JSON.',
    { name: 'Ada', age: 36, topics: ['forms', 'webhooks'] },
  ),
  answered('Submission', submissionView, 'What somebody posted to a form.', submissionExample),
  answered('StoredReceipt', storedReceipt, 'The submission is stored.', {
    id: SUBMISSION_ID,
    received_at: RECEIVED_AT,
    files: 0,
    status: 'received',
  }),
  answered(
    'SpamReceipt',
    spamReceipt,
    'What spam is answered, deliberately benign: it is kept apart and triggers nothing.',
    { ok: true, status: 'accepted' },
  ),
  answered(
    'ReplayReceipt',
    replayReceipt,
    'The idempotency key was used in the last 24 hours: nothing was done, and the id is that of the first post.',
    { id: SUBMISSION_ID, status: 'received', idempotent_replay: true },
  ),
];
