/** Posts forms to the service from a program of your own. */
import { submitFormBy, type SubmitForm } from './form-post.ts';
import { postByFetch, postByXhr } from './transport.ts';

export type {
  Accepted,
  FieldError,
  Progress,
  Refused,
  SubmitForm,
  SubmitOptions,
  Values,
} from './form-post.ts';
export type { Retry } from './repeated-request.ts';

/**
 * Posts a form and waits until the service has it: large files go ahead of it, and what fails for a moment is repeated
 * under one key, so that it is stored once.
 * @param url address of the form: `https://…/v1/f/<slug>`
 * @param values a `FormData`, or values by name
 * @returns `{ ok: true, id }`, or `{ ok: false, status, type, message, errors }`; only `options.signal` rejects
 */
export const submitForm: SubmitForm = submitFormBy(
  typeof XMLHttpRequest === 'undefined' ? postByFetch : postByXhr,
);
