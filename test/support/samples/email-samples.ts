/** Creates a form and a submission for e-mail tests, at a fixed time. */
import { newForm, type Form, type FormInput } from '../../../lambdas/forms/form.ts';
import { payloadOfPairs, type PostedField } from '../../../lambdas/core/payload.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';

export const AT = Date.UTC(2026, 10, 30, 14, 5);

export const formOf = (input: Partial<FormInput> = {}): Form =>
  newForm('acc_1', { name: 'Contact', notify_emails: ['owner@example.com'], ...input }, AT, (count) =>
    new Uint8Array(count).fill(7),
  );

/** Returns a recipient of the sample form with this address. */
export const recipientAt = (address = 'owner@example.com') => ({
  recipient_id: 'rcp_0123456789abcdef0123456789abcdef',
  address,
  unsubscribeUrl: 'https://forms.example/v1/unsubscriptions/token',
});

export const submissionOf = (...fields: PostedField[]): Submission => ({
  form_id: 'frm_7777777777',
  submission_id: 'sub_777777777701KBANANAS0000000000000',
  account_id: 'acc_1',
  received_at: new Date(AT).toISOString(),
  status: 'received',
  payload: payloadOfPairs(fields),
  attachments: [],
  changes: [],
});
