/** The pages of forms that browsers get. The table of all operations is `operations.ts`. */
import { previewQuery } from './preview-query.ts';
import type { Operation } from '../http/operation.ts';

export const PAGE_HEADERS = [
  'cache-control',
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
] as const;

export const getPreview = {
  name: 'getPreview',
  folder: 'form-pages',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}/preview',
  access: 'management',
  scope: 'read',
  summary: 'Show the pages that visitors of a form get',
  description:
    'The page of thanks, or that of a post that is refused, with made-up entries: as visitors see it with the language, thanks and brand of the form, whatever its status. It may not be shown in a frame.',
  query: () => previewQuery,
  success: { status: 200, when: 'The page.', media: ['text/html'], headers: PAGE_HEADERS },
  pages: true,
} as const satisfies Operation;
