/** Defines the "Set status" action, which marks a submission as spam or releases it. */
import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { requiredTextOf } from './bundle-input.ts';
import { apiUrl } from './installation.ts';
import { managedSubmissionOutputs, sampleManagedSubmission } from './samples.ts';
import { outputOfSubmission, type Submission } from './submission-output.ts';

async function setStatus(z: ZObject, bundle: Bundle) {
  const { data } = await z.request<Submission>({
    url: apiUrl`/v1/submissions/${requiredTextOf(bundle, 'submission_id')}`,
    method: 'PATCH',
    body: { status: requiredTextOf(bundle, 'status') },
  });
  return outputOfSubmission(z, data);
}

export const setStatusAction = {
  key: 'set_status',
  noun: 'Submission',
  display: {
    label: 'Set submission status',
    description: 'Marks a submission as spam, or releases it, which sends its webhooks and e-mails.',
  },
  operation: {
    inputFields: [
      {
        key: 'submission_id',
        label: 'Submission',
        type: 'string',
        required: true,
        search: 'find_submission.id',
        helpText: 'ID of the submission, from a trigger or a search.',
      },
      {
        key: 'status',
        label: 'Status',
        type: 'string',
        required: true,
        choices: { received: 'Received (not spam)', spam: 'Spam' },
      },
    ],
    perform: setStatus,
    sample: sampleManagedSubmission,
    outputFields: managedSubmissionOutputs,
  },
} satisfies Create;
