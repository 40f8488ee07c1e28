/** Defines properties with options from the service: the form, and the fields of the selected form. */
import { Property, type DynamicPropsValue } from '@activepieces/pieces-framework';
import { connection, type Connection } from './piece-connection.ts';
import { apiPath, call } from './service-call.ts';

/** Maximum number of pages to read, with 100 forms each. */
const MAX_PAGES = 5;

export interface Form {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly status: string;
}
interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

export async function allForms(auth: Connection): Promise<Form[]> {
  const forms: Form[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data, next_cursor }: Page<Form> = await call(auth, '/v1/forms', {
      query: { limit: 100, cursor },
    });
    forms.push(...data.map(({ id, name, slug, status }) => ({ id, name, slug, status })));
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return forms;
}

export function formProperty<Required extends boolean>(required: Required, description: string) {
  return Property.Dropdown<string, Required, typeof connection>({
    auth: connection,
    displayName: 'Form',
    description,
    required,
    refreshers: [],
    options: async ({ auth }) => {
      if (auth === undefined)
        return { disabled: true, placeholder: 'Connect your account first', options: [] };
      const forms = await allForms(auth);
      return { options: forms.map(({ id, name }) => ({ label: name, value: id })) };
    },
  });
}

interface FormField {
  readonly name: string;
  readonly label?: string;
  readonly type: string;
  readonly required?: boolean;
  readonly options?: readonly string[];
  readonly example: string;
}

/** Dates are entered as text, because the service accepts dates without a time. */
function propertyOf({ name, label, type, required = false, options, example }: FormField) {
  const shared = { displayName: label ?? name, required };
  const choices = { options: { options: (options ?? []).map((value) => ({ label: value, value })) } };
  if (type === 'choice' && options) return Property.StaticDropdown({ ...shared, ...choices });
  if (type === 'choices' && options) return Property.StaticMultiSelectDropdown({ ...shared, ...choices });
  if (type === 'number') return Property.Number(shared);
  if (type === 'checkbox') return Property.Checkbox(shared);
  return Property.ShortText({ ...shared, description: `For example: ${example}` });
}

/** The typed fields of the selected form, except file fields. */
export const fieldsProperty = Property.DynamicProperties<true, typeof connection>({
  auth: connection,
  displayName: 'Fields',
  required: true,
  refreshers: ['form_id'],
  props: async ({ auth, form_id }): Promise<DynamicPropsValue> => {
    if (auth === undefined || typeof form_id !== 'string') return {};
    const { data } = await call<{ data: readonly FormField[] }>(auth, apiPath`/v1/forms/${form_id}/fields`);
    const fields = data.filter(({ type }) => type !== 'file');
    return Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));
  },
});
