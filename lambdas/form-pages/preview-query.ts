/** Defines the query parameters of `GET /v1/forms/{id}/preview`. */
import * as z from 'zod';
import { languages } from '../core/text/language.ts';

export const previewQuery = z.strictObject({
  page: z
    .enum(['thanks', 'error'])
    .default('thanks')
    .describe('The thank-you page, or the page of a rejected post.'),
  language: z
    .enum(languages)
    .optional()
    .describe("Language of the visitor; defaults to `Accept-Language`, then to the form's language."),
});
export type PreviewQuery = z.infer<typeof previewQuery>;
