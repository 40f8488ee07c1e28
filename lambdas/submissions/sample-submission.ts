/**
 * Creates an example submission for a form, for integrations that map fields before the first submission
 * arrives.
 */
import type { Attachment } from '../files/attachment.ts';
import { newFileId, newSubmissionId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { acceptedFileTypes } from '../forms/fields/accepted-file-types.ts';
import type { FormField } from '../forms/fields/field.ts';
import { payloadOfPairs, type PostedField } from '../core/payload.ts';
import type { Submission } from './submission.ts';

const USUAL: readonly PostedField[] = [
  ['name', 'Ada Lovelace'],
  ['email', 'ada@example.org'],
  ['message', 'Hello!'],
];

/** Returns a value that the field accepts. Ignores the field's pattern. */
export function exampleOf({
  type,
  options = [],
  min,
  max,
  min_length = 0,
  max_length,
  accept,
}: FormField): string {
  const bound = min ?? max;
  switch (type) {
    case 'text':
      return 'Example'.padEnd(min_length, '.').slice(0, max_length);
    case 'email':
      return 'ada@example.org';
    case 'url':
      return 'https://www.example.org/';
    case 'tel':
      return '+49 30 1234567';
    case 'number':
      return String(bound ?? 1);
    case 'date':
      return String(bound ?? '2026-11-30');
    case 'choice':
      return options[0] ?? 'Example';
    case 'choices':
      return JSON.stringify(options.length > 0 ? options.slice(0, 2) : ['Example']);
    case 'checkbox':
      return 'on';
    case 'file':
      return `example${acceptedFileTypes(accept ?? '')?.find((kind) => kind.startsWith('.')) ?? '.pdf'}`;
  }
}

/**
 * Returns a form's example submission, which is always the same. The example's files don't exist, so their
 * links don't work.
 * @param fields the form's declared fields. If there are none, the example has common fields
 */
export function sampleSubmission(
  form: { readonly form_id: string; readonly account_id: string; readonly created_at: string },
  fields: readonly FormField[],
): Submission {
  const values = fields.filter(({ type }) => type !== 'file');
  const pairs = values.map((field): PostedField => [field.name, exampleOf(field)]);
  const files = fields.filter(({ type }) => type === 'file');
  return {
    form_id: form.form_id,
    submission_id: newSubmissionId(form.form_id, Date.parse(form.created_at), zeros),
    account_id: form.account_id,
    received_at: form.created_at,
    status: 'received',
    payload: payloadOfPairs(fields.length === 0 ? USUAL : pairs),
    attachments: files.map((field): Attachment => ({
      file_id: newFileId(zeros),
      field: field.name,
      name: exampleOf(field),
      content_type: 'application/pdf',
      size: 1024,
    })),
    changes: [],
  };
}

const zeros: RandomBytes = (count) => new Uint8Array(count);
