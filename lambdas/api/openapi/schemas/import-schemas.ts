/** Defines the named schemas for imports. */
import {
  createdImportView,
  detectedFile,
  importInput,
  importView,
  previewRow,
  rowError,
} from '../../../imports/import.ts';
import { CREATED_AT, FORM_ID, IMPORT_ID, RECEIVED_AT } from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const errorExample = {
  row: 14,
  column: 'Submitted',
  message: 'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.',
};

const previewExample = {
  row: 1,
  received_at: RECEIVED_AT,
  status: 'received' as const,
  note: null,
  payload: { email: 'ada@example.org', message: 'Hello' },
};

const detectedExample = { encoding: 'windows-1252' as const, delimiter: ';' as const };

const importExample = {
  id: IMPORT_ID,
  form_id: FORM_ID,
  status: 'ready' as const,
  reason: null,
  format: 'csv' as const,
  from: 'basin' as const,
  dry_run: true,
  rows: 1204,
  imported: 0,
  skipped: 0,
  spam: 17,
  expiring: 0,
  errors: [errorExample],
  mapping: { Submitted: '$received_at', Email: 'email', Message: 'message', IP: null },
  preview: [previewExample],
  detected: detectedExample,
  created_at: CREATED_AT,
  finished_at: null,
};

export const importSchemas = [
  requestSchema('ImportInput', importInput, 'A file to import.', {
    format: 'csv',
    from: 'basin',
    mapping: { Submitted: '$received_at', Email: 'email', IP: null },
    time_zone: 'Europe/Berlin',
    dry_run: true,
  }),
  responseSchema('ImportRowError', rowError, "A row that can't be imported.", errorExample),
  responseSchema('ImportPreviewRow', previewRow, 'A row as a submission.', previewExample),
  responseSchema('ImportedFile', detectedFile, 'The format of a file.', detectedExample),
  responseSchema('Import', importView, 'An import with its progress.', importExample),
  responseSchema('CreatedImport', createdImportView, 'A new import, and where to upload its file.', {
    ...importExample,
    status: 'waiting',
    rows: 0,
    spam: 0,
    errors: [],
    mapping: {},
    preview: [],
    upload: {
      url: 'https://exports.example.org/',
      fields: { key: `imports/${FORM_ID}/${IMPORT_ID}`, policy: 'eyJjb25kaXRpb25zIjpbXX0=' },
      max_bytes: 52_428_800,
    },
  }),
];
