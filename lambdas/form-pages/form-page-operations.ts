/**
 * Declares the operations for the pages that a form's visitors see. `api/operations.ts` lists all operations.
 */
import { previewDraft, previewView } from './preview-draft.ts';
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
  summary: "Preview a form's pages and e-mails",
  description:
    "Returns the thank-you page, an error page or an e-mail, rendered as visitors and recipients see it. Pages have sample values. E-mails have the form's latest accepted submission, or sample values if there is none. Works for any form status. Only the service's own console can show the preview in a frame.",
  query: () => previewQuery,
  success: { status: 200, when: 'The page or e-mail.', media: ['text/html'], headers: PAGE_HEADERS },
  pages: true,
  alsoAt: [
    {
      name: 'previewDraft',
      method: 'POST',
      path: '/v1/forms/{id}/preview',
      summary: "Preview unsaved changes to a form's pages and e-mails",
      description:
        'Works like `GET /v1/forms/{id}/preview` for a form with these settings, and stores nothing. With `page=error` and `values`, the page shows the errors that a visitor gets for these values; `errors` lists them.',
      body: () => previewDraft,
      success: { status: 200, body: () => previewView },
      pages: false,
    },
  ],
} as const satisfies Operation;
