/**
 * Declares the operations for the pages that a form's visitors see. `api/operations.ts` lists all operations.
 */
import { previewQuery } from './preview-query.ts';
import type { Operation } from '../http/operation.ts';

export const PAGE_HEADERS = ['content-language', 'content-security-policy', 'referrer-policy'] as const;

export const getPreview = {
  name: 'getPreview',
  folder: 'form-pages',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}/preview',
  access: 'management',
  scope: 'read',
  summary: "Preview the pages that a form's visitors see",
  description:
    "Returns the thank-you page or an error page with sample values, in the form's language and with its brand. It works for any form status, and can't be shown in a frame.",
  query: () => previewQuery,
  success: { status: 200, when: 'The page.', media: ['text/html'], headers: PAGE_HEADERS },
  pages: true,
} as const satisfies Operation;
