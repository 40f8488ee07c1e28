/** Defines the operations that test filters. `api/operations.ts` lists all operations. */
import type { Operation } from '../../http/operation.ts';
import { filterTrialInput, filterTrialView } from './filter-trial.ts';

export const testFormFilter = {
  name: 'testFormFilter',
  folder: 'submissions/filters',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/forms/{id}/filters/test',
  access: 'management',
  scope: 'read',
  summary: "Try a filter on a form's submissions",
  description:
    "Applies a filter for a webhook or a recipient to the form's newest 50 accepted submissions. Changes and sends nothing.",
  body: () => filterTrialInput,
  success: { status: 200, body: () => filterTrialView },
} as const satisfies Operation;

export const testFilter = {
  name: 'testFilter',
  folder: 'submissions/filters',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/filters/test',
  access: 'management',
  scope: 'read',
  summary: 'Try a filter on the submissions of all forms',
  description:
    'Applies a filter for an account-wide webhook to the newest 50 accepted submissions of the forms that the caller can access. Changes and sends nothing.',
  body: () => filterTrialInput,
  success: { status: 200, body: () => filterTrialView },
} as const satisfies Operation;
