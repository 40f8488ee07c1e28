/**
 * Identifies control fields, which control how the service handles a submission and aren't stored with it.
 */
import { UPLOADS_FIELD } from '../files/upload.ts';
import { conventionOf, isConventionField } from './conventions/convention.ts';
import { DEFAULT_HONEYPOT_FIELD, type IngestForm } from './form.ts';
import { needsSolution } from '../spam/challenge-settings.ts';
import { SCRIPT_FIELDS } from '../spam/script-report.ts';

/** Field that the Turnstile widget adds to a form. Never stored with a submission. */
export const CHALLENGE_FIELD = 'cf-turnstile-response';

/**
 * Field with the solution to the service's own challenge. It is only a control field if the form uses this
 * challenge.
 */
export const SOLUTION_FIELD = 'altcha';

/** The form settings that determine its control fields. */
export type ControllingForm = Pick<IngestForm, 'honeypot_field' | 'conventions' | 'fields' | 'challenge'>;

/**
 * Creates a function that recognizes a form's control fields by name. Without a form, it recognizes the
 * default control fields.
 */
export function controlFieldsOf(form: ControllingForm | undefined): (name: string) => boolean {
  const honeypot = form?.honeypot_field ?? DEFAULT_HONEYPOT_FIELD;
  const own = [honeypot, CHALLENGE_FIELD, UPLOADS_FIELD, ...SCRIPT_FIELDS];
  if (form && needsSolution(form)) own.push(SOLUTION_FIELD);
  const convention = form && conventionOf(form.conventions);
  if (!convention) return (name) => own.includes(name);
  return (name) => own.includes(name) || isConventionField(name, convention, form.fields);
}
