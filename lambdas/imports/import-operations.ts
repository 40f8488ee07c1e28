/** Declares the operations for imports. `api/operations.ts` lists all operations. */
import type { Operation } from '../http/operation.ts';
import { createdImportView, importInput, importView } from './import.ts';

const SCOPES = 'Requires the scope `read` in addition to `write`.';

export const createImport = {
  name: 'createImport',
  folder: 'imports',
  tag: 'imports',
  method: 'POST',
  path: '/v1/forms/{id}/imports',
  access: 'management',
  scope: 'write',
  summary: 'Start an import',
  description: `Returns the URL to upload the file to within an hour. The upload starts the import. Imported submissions keep their original time. They don't trigger webhooks, e-mails or autoresponses, and don't count towards the quota. Rows that were imported before are skipped. ${SCOPES}`,
  body: () => importInput,
  showsNothingStored: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 201, body: () => createdImportView, headers: ['location'] },
} as const satisfies Operation;

export const getImport = {
  name: 'getImport',
  folder: 'imports',
  tag: 'imports',
  method: 'GET',
  path: '/v1/imports/{id}',
  access: 'management',
  scope: 'read',
  summary: "Get an import's progress",
  description: 'An import is kept for seven days. Requires the scope `write` in addition to `read`.',
  success: { status: 200, body: () => importView },
} as const satisfies Operation;

export const confirmImport = {
  name: 'confirmImport',
  folder: 'imports',
  tag: 'imports',
  method: 'POST',
  path: '/v1/imports/{id}/confirm',
  access: 'management',
  scope: 'write',
  summary: 'Confirm an import after a dry run',
  description: `Imports the rows that were checked in the dry run. ${SCOPES}`,
  showsNothingStored: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 202, body: () => importView },
  problems: ['conflict'],
} as const satisfies Operation;
