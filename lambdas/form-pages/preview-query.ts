/** Defines the query parameters of `GET` and `POST /v1/forms/{id}/preview`. */
import * as z from 'zod';
import { languages } from '../core/text/language.ts';

export const previewQuery = z.strictObject({
  page: z
    .enum(['thanks', 'error', 'hosted', 'closed', 'notification', 'autoresponse', 'confirmation'])
    .default('thanks')
    .describe(
      'The thank-you page, the page for a rejected submission, the hosted page while the form is open (`hosted`) or closed (`closed`), or an e-mail: to a recipient, to the submitter, or the one that asks a recipient to confirm.',
    ),
  language: z
    .enum(languages)
    .optional()
    .describe(
      "Language of the visitor; defaults to `Accept-Language`, then to the form's language. E-mails are always in the form's language.",
    ),
});
export type PreviewQuery = z.infer<typeof previewQuery>;
