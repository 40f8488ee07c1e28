/** Posted fields that steer the service and are no part of a submission. */
import { UPLOADS_FIELD } from '../files/upload.ts';
import { DEFAULT_HONEYPOT_FIELD, type IngestForm } from '../forms/form.ts';
import { SCRIPT_FIELDS } from '../spam/script-report.ts';
import { CHALLENGE_FIELD } from './turnstile.ts';

/** The names of a form's control fields; the usual ones when there is no form. */
export function controlFieldsOf(form: Pick<IngestForm, 'honeypot_field'> | undefined): string[] {
  return [form?.honeypot_field ?? DEFAULT_HONEYPOT_FIELD, CHALLENGE_FIELD, UPLOADS_FIELD, ...SCRIPT_FIELDS];
}
