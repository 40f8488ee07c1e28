/** Creates a sample of a rejected form submission, for previewing its error page. */
import { exampleOf, sampleSubmission } from '../submissions/sample-submission.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { RateLimited, ValidationFailed, type ProblemError } from '../core/errors/errors.ts';
import type { FormField } from '../forms/fields/field.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import type { TypedFields } from '../http/body/typed-fields.ts';
import { message } from '../core/errors/message.ts';

export interface SampleRefusal {
  readonly problem: ProblemError;
  /** The visitor's input. */
  readonly typed: TypedFields;
}

/** Number of sample fields with errors, and number of valid sample fields after them. */
const WRONG = 2;
const RIGHT = 3;

/**
 * Creates a rejected form submission with errors in the first fields. If the form declares no fields, the
 * sample is a rate limit error.
 */
export function sampleRefusal(form: FormWithoutSecrets): SampleRefusal {
  const fields = form.fields.filter(({ type }) => type !== 'file');
  if (fields.length === 0) {
    return {
      problem: new RateLimited(message('too-many-posts', { limit: form.rate_limit }), (10 * MINUTE) / SECOND),
      typed: typedFields([...sampleSubmission(form, []).payload].map(([name, value]) => [name, [value]])),
    };
  }
  const wrong = fields.slice(0, WRONG);
  const isEmail = ({ type }: FormField): boolean => type === 'email';
  return {
    problem: new ValidationFailed(
      wrong.map((field) =>
        isEmail(field)
          ? { path: field.name, code: 'email', message: message('field-email') }
          : { path: field.name, code: 'required', message: message('field-required') },
      ),
    ),
    typed: typedFields([
      ...wrong.filter(isEmail).map(({ name }): Typed => [name, ['ada at example.org']]),
      ...fields.slice(WRONG, WRONG + RIGHT).map((field): Typed => [field.name, examplesOf(field)]),
    ]),
  };
}

type Typed = readonly [name: string, values: readonly string[]];

function typedFields(fields: readonly Typed[]): TypedFields {
  return { fields: fields.map(([name, values]) => ({ name, values, files: [] })), isShortened: false };
}

function examplesOf(field: FormField): readonly string[] {
  if (field.type !== 'choices') return [exampleOf(field)];
  return field.options?.slice(0, 2) ?? [];
}
