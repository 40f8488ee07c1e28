/**
 * Declares the operations for recipients to confirm their address and unsubscribe. `api/operations.ts` lists
 * all operations.
 */
import { linkForm } from '../../forms/recipients/recipient-link.ts';
import type { Operation } from '../../http/operation.ts';

/**
 * Headers of pages that e-mails link to. Only browsers and e-mail clients open these pages, so the pages have
 * no CORS headers.
 */
const RECIPIENT_PAGE_HEADERS = [
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'vary',
] as const;

export const getConfirmation = {
  name: 'getConfirmation',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'GET',
  path: '/v1/confirmations/{token}',
  access: 'public',
  scope: null,
  summary: 'Show the page for confirming an e-mail address',
  description:
    'The link in a confirmation e-mail. Opening the link does not confirm the address. The page has a button that posts to the same URL.',
  success: {
    status: 200,
    when: 'The page with the button.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;

export const confirmRecipient = {
  name: 'confirmRecipient',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'POST',
  path: '/v1/confirmations/{token}',
  access: 'public',
  scope: null,
  summary: 'Confirm an e-mail address',
  description: 'Confirms the address for all forms of the account. The request body is ignored.',
  form: () => linkForm,
  optionalBody: true,
  success: {
    status: 200,
    when: 'A page that says that the address has been confirmed.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;

export const getUnsubscription = {
  name: 'getUnsubscription',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'GET',
  path: '/v1/unsubscriptions/{token}',
  access: 'public',
  scope: null,
  summary: "Show the page for unsubscribing from a form's e-mails",
  description:
    'The link in the `List-Unsubscribe` header and at the end of each notification. Opening the link does not unsubscribe the recipient. The page has a button that posts to the same URL.',
  success: {
    status: 200,
    when: 'The page with the button.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;

export const unsubscribeRecipient = {
  name: 'unsubscribeRecipient',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'POST',
  path: '/v1/unsubscriptions/{token}',
  access: 'public',
  scope: null,
  summary: "Unsubscribe a recipient from a form's e-mails",
  description:
    "Used by e-mail clients for one-click unsubscription (RFC 8058), and by the page's button. The request body is ignored.",
  form: () => linkForm,
  optionalBody: true,
  success: {
    status: 200,
    when: 'A page that says that the address has been unsubscribed.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;
