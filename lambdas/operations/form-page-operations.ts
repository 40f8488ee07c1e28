/** The pages of forms that browsers get. The table of all operations is `operations.ts`. */
import type { Operation } from '../http/operation.ts';

const PAGE_HEADERS = [
  'cache-control',
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
] as const;

export const getThanks = {
  name: 'getThanks',
  folder: 'form-pages',
  tag: 'ingest',
  method: 'GET',
  path: '/v1/f/{slug}/thanks',
  access: 'public',
  scope: null,
  summary: 'Show the page of thanks of a form',
  description:
    'Where browsers are sent after a post to a form without a `redirect_url`. It shows the `thank_you` and the `brand` of the form, in the language of the visitor or of the form.',
  success: { status: 200, when: 'The page.', media: ['text/html'], headers: PAGE_HEADERS },
  pages: true,
  problems: ['form-not-found', 'form-not-live'],
} as const satisfies Operation;
