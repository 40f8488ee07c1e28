/** Provides the sample data that the Zap editor shows before real data exists. */
import type { PlainOutputField } from 'zapier-platform-core';

export const sampleSubmission = {
  id: 'sub_01JD4T3V8K6Q2W9Z5X7Y0A1B2C',
  form_id: 'frm_contact',
  created_at: '2026-11-20T09:30:00.412Z',
  fields: { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Hello' },
  files: [],
};

export const submissionOutputs: PlainOutputField[] = [
  { key: 'id', label: 'Submission ID', type: 'string' },
  { key: 'form_id', label: 'Form ID', type: 'string' },
  { key: 'created_at', label: 'Time', type: 'datetime' },
  { key: 'files[]name', label: 'File name', type: 'string' },
  { key: 'files[]file', label: 'File', type: 'file' },
];

export const sampleManagedSubmission = { ...sampleSubmission, status: 'received', note: null };

export const managedSubmissionOutputs: PlainOutputField[] = [
  ...submissionOutputs,
  { key: 'status', label: 'Status', type: 'string' },
  { key: 'note', label: 'Note', type: 'string' },
];
