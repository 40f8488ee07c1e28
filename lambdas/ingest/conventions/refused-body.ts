/**
 * Builds the response body for rejected submissions in the format of another backend. Only programs get this
 * body.
 */
import * as z from 'zod';
import { problemSlugs } from '../../core/errors/problem-slugs.ts';
import { isProblem, type KnownProblem } from '../../core/errors/errors.ts';
import type { OtherBackend } from '../../forms/conventions/convention.ts';
import type { FormProblem } from './convention-schemas.ts';

const problemDocument = z.looseObject({
  type: z.string(),
  code: z.enum(problemSlugs),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z
    .array(z.object({ path: z.string(), code: z.string().optional(), message: z.string() }))
    .optional(),
});

/**
 * Adds the fields that the other backend's clients read to a problem document.
 * @param document the error's problem document
 */
export function refusedBody(thrown: unknown, document: unknown, backend: OtherBackend): FormProblem {
  const problem = problemDocument.parse(document);
  const { detail, errors } = problem;
  const whole = { path: '', code: codeOf(thrown, backend), message: detail };
  return {
    ...problem,
    error: detail,
    message: detail,
    errors: errors?.map(({ path, code, message }) => ({
      path,
      ...(code !== undefined && { field: path }),
      code: code === undefined ? whole.code : fieldCodeOf(code, backend),
      message,
    })) ?? [whole],
  };
}

/** Code for errors without a Formspree code. Formspree's client uses it for unknown errors too. */
const UNSPECIFIED = 'UNSPECIFIED';

function codeOf(thrown: unknown, backend: OtherBackend): string {
  const problem = isProblem(thrown) ? thrown : undefined;
  if (backend !== 'formspree') return problem?.slug ?? 'internal-error';
  return problem ? formspreeCode(problem) : UNSPECIFIED;
}

/** Returns Formspree's code for an error that isn't about a single field. */
function formspreeCode(problem: KnownProblem): string {
  const key = typeof problem.text === 'string' ? undefined : problem.text.key;
  switch (problem.name) {
    case 'FormNotFound':
    case 'NotFound':
      return 'FORM_NOT_FOUND';
    case 'FormNotLive':
    case 'QuotaExceeded':
      return 'INACTIVE';
    case 'OriginNotAllowed':
    case 'TurnstileFailed':
    case 'ChallengeFailed':
    case 'RateLimited':
    case 'InvalidKey':
    case 'WebhookLoop':
      return 'BLOCKED';
    case 'BadBody':
      return key === 'no-body' || key === 'no-fields' ? 'EMPTY' : UNSPECIFIED;
    case 'UploadsNotAllowed':
      return 'NO_FILE_UPLOADS';
    case 'FileTooLarge':
      return 'FILES_TOO_BIG';
    case 'BodyTooLarge':
      if (key === 'too-many-files') return 'TOO_MANY_FILES';
      return key === 'body-too-long' ? 'FILES_TOO_BIG' : UNSPECIFIED;
    default:
      return UNSPECIFIED;
  }
}

/** Maps each violated field constraint to Formspree's code. */
const FORMSPREE_FIELD_CODES: Readonly<Record<string, string>> = {
  required: 'REQUIRED_FIELD_EMPTY',
  email: 'TYPE_EMAIL',
  number: 'TYPE_NUMERIC',
  min: 'TYPE_NUMERIC',
  max: 'TYPE_NUMERIC',
  step: 'TYPE_NUMERIC',
  too_many_files: 'TOO_MANY_FILES',
};

function fieldCodeOf(code: string, backend: OtherBackend): string {
  return backend === 'formspree' ? (FORMSPREE_FIELD_CODES[code] ?? 'TYPE_TEXT') : code;
}
