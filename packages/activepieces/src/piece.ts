/** Defines the Activepieces piece for svc-forms. */
import { createPiece } from '@activepieces/pieces-framework';
import { connection } from './piece-connection.ts';
import { createSubmission } from './piece-create.ts';
import { downloadFile } from './piece-download.ts';
import { findSubmissions, getSubmission, listForms, updateSubmission } from './piece-actions.ts';
import { newSubmission } from './piece-trigger.ts';

export const svcForms = createPiece({
  displayName: 'svc-forms',
  description: 'Submissions of web forms',
  logoUrl: 'https://cdn.activepieces.com/pieces/human-input.svg',
  authors: ['svc-forms'],
  auth: connection,
  actions: [createSubmission, getSubmission, findSubmissions, updateSubmission, listForms, downloadFile],
  triggers: [newSubmission],
});
