/** Exports functions that submit forms to the service from your own code. */
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
 * Submits a form and retries on network and server failures until the service accepts or rejects it. Large
 * files are uploaded first. All retries use the same key, so the submission is stored only once.
 * @param url the form's URL: `https://…/v1/f/<slug>`
 * @param values a `FormData`, or values by name
 * @returns `{ ok: true, id }`, or `{ ok: false, status, type, message, errors }`; rejects only when
 *   `options.signal` is aborted
 */
export const submitForm: SubmitForm = submitFormBy(
  typeof XMLHttpRequest === 'undefined' ? postByFetch : postByXhr,
);
