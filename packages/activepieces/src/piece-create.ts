/** Defines the "Create submission" action, which submits a form as a visitor would. */
import { createAction } from '@activepieces/pieces-framework';
import { connection } from './piece-connection.ts';
import { fieldsProperty, formProperty, type Form } from './piece-properties.ts';
import { apiPath, call } from './service-call.ts';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Converts a value to the format of a form submission: a string, or a list of strings for several values. */
const posted = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.filter(isGiven).map(String) : String(value);

export const createSubmission = createAction({
  auth: connection,
  name: 'create_submission',
  displayName: 'Create submission',
  description: 'Submits a form, with the same checks, e-mails and webhooks as for a visitor',
  props: { form_id: formProperty(true, 'The form to submit'), fields: fieldsProperty },
  async run({ auth, propsValue }) {
    const { form_id, fields } = propsValue;
    const { slug } = await call<Form>(auth, apiPath`/v1/forms/${form_id}`);
    const given = Object.entries(fields).filter(([, value]) => isGiven(value));
    const payload = Object.fromEntries(given.map(([name, value]) => [name, posted(value)] as const));
    const { id } = await call<{ id: string }>(auth, apiPath`/v1/f/${slug}`, {
      method: 'POST',
      body: payload,
    });
    return { id, form_id, fields: payload };
  },
});
