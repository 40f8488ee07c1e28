/** Maps a form's fields to a Zap's fields: typed inputs for actions, and typed outputs for triggers. */
import type { Bundle, PlainInputField, PlainOutputField, ZObject } from 'zapier-platform-core';
import { textOf } from './bundle-input.ts';
import { apiUrl } from './installation.ts';

/** Prefix that distinguishes the form's fields from the action's own inputs. */
export const INPUT_PREFIX = 'field_';

/** A field as returned by `GET /v1/forms/{id}/fields`. */
export interface FormField {
  readonly name: string;
  readonly label?: string;
  readonly type: string;
  readonly required?: boolean;
  readonly options?: readonly string[];
  readonly example: string;
}

/** Returns a form's fields, or an empty list if no form is selected or the form no longer exists. */
export async function fieldsOfForm(z: ZObject, form: string | undefined): Promise<readonly FormField[]> {
  if (!form) return [];
  const response = await z.request<{ data: FormField[] }>({
    url: apiUrl`/v1/forms/${form}/fields`,
    skipThrowForStatus: true,
  });
  if (response.status === 404) return [];
  response.throwForStatus();
  return response.data.data;
}

/**
 * Returns a field's input type. Dates are entered as text, because the platform would add a time, which the
 * service doesn't accept.
 */
function typeOfInput({ type, options }: FormField): Partial<PlainInputField> {
  const choices = options?.length ? { choices: [...options] } : {};
  switch (type) {
    case 'number':
      return { type: 'number' };
    case 'checkbox':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', helpText: 'A date, for example 2026-11-30.' };
    case 'choice':
      return { type: 'string', ...choices };
    case 'choices':
      return { type: 'string', list: true, ...choices };
    case 'file':
      return { type: 'file', list: true };
    default:
      return { type: 'string' };
  }
}

export async function formInputs(z: ZObject, bundle: Bundle): Promise<PlainInputField[]> {
  const fields = await fieldsOfForm(z, textOf(bundle, 'form_id'));
  return fields.map((field) => ({
    key: INPUT_PREFIX + field.name,
    label: field.label ?? field.name,
    required: field.required ?? false,
    ...typeOfInput(field),
  }));
}

export async function formOutputs(z: ZObject, bundle: Bundle): Promise<PlainOutputField[]> {
  const fields = await fieldsOfForm(z, textOf(bundle, 'form_id'));
  return fields
    .filter(({ type }) => type !== 'file')
    .map(({ name, label, type, example }) => ({
      key: `fields__${name}`,
      label: label ?? name,
      type: type === 'number' ? 'number' : 'string',
      sample: example,
    }));
}
