/** The query of `GET /v1/forms/{id}/preview`. */
import * as z from 'zod';
import { languages } from '../core/language.ts';

export const previewQuery = z.strictObject({
  page: z
    .enum(['thanks', 'error'])
    .default('thanks')
    .describe('The page of thanks, or the page of a post that is refused.'),
  language: z
    .enum(languages)
    .optional()
    .describe('Language of the visitor; when it is left out, that of `Accept-Language`, else of the form.'),
});
export type PreviewQuery = z.infer<typeof previewQuery>;
