/**
 * Defines the "Create submission" action, which submits a form as a visitor would, with files from earlier
 * steps.
 */
import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { requiredTextOf } from './bundle-input.ts';
import { fieldsOfForm, formInputs, INPUT_PREFIX } from './form-fields.ts';
import { uploadFile } from './file-upload.ts';
import { apiUrl } from './installation.ts';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Converts a value to the format of a form submission: a string, or a list of strings for several values. */
function posted(value: unknown): string | string[] {
  const values = listOf(value).filter(isGiven).map(String);
  return Array.isArray(value) ? values : (values[0] ?? '');
}

async function createSubmission(z: ZObject, bundle: Bundle) {
  const form_id = requiredTextOf(bundle, 'form_id');
  const more = (bundle.inputData['more_fields'] ?? {}) as Record<string, string>;
  const [form, fields] = await Promise.all([
    z.request<{ slug: string }>(apiUrl`/v1/forms/${form_id}`),
    fieldsOfForm(z, form_id),
  ]);
  const { slug } = form.data;
  const files = new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name));
  const given = Object.entries(bundle.inputData)
    .filter(([key, value]) => key.startsWith(INPUT_PREFIX) && isGiven(value))
    .map(([key, value]) => [key.slice(INPUT_PREFIX.length), value] as const);
  const uploads: string[] = [];
  for (const [field, value] of given.filter(([name]) => files.has(name)))
    for (const url of listOf(value).filter(isGiven))
      uploads.push(await uploadFile(z, slug, field, String(url)));
  const values = given
    .filter(([name]) => !files.has(name))
    .map(([name, value]) => [name, posted(value)] as const);
  const payload: Record<string, unknown> = { ...more, ...Object.fromEntries(values) };
  const { data } = await z.request<{ id: string }>({
    url: apiUrl`/v1/f/${slug}`,
    method: 'POST',
    headers: { accept: 'application/json' },
    body: { ...payload, ...(uploads.length > 0 && { _uploads: uploads }) },
  });
  return { id: data.id, form_id, fields: payload };
}

export const createSubmissionAction = {
  key: 'create_submission',
  noun: 'Submission',
  display: {
    label: 'Create submission',
    description: 'Submits a form, with the same checks, e-mails and webhooks as for a visitor.',
  },
  operation: {
    inputFields: [
      {
        key: 'form_id',
        label: 'Form',
        type: 'string',
        dynamic: 'form_list.id.name',
        required: true,
        altersDynamicFields: true,
      },
      formInputs,
      {
        key: 'more_fields',
        label: 'More fields',
        dict: true,
        helpText: "Fields that aren't listed above, by their names in the form.",
      },
    ],
    perform: createSubmission,
    sample: {
      id: 'sub_01JD4T3V8K6Q2W9Z5X7Y0A1B2C',
      form_id: 'frm_contact',
      fields: { name: 'Ada Lovelace', email: 'ada@example.org' },
    },
    outputFields: [
      { key: 'id', label: 'Submission ID', type: 'string' },
      { key: 'form_id', label: 'Form ID', type: 'string' },
    ],
  },
} satisfies Create;
