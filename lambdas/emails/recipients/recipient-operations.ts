/** The pages on which recipients confirm their address and unsubscribe. The table of all operations is `operations.ts`. */
import { linkForm } from '../../forms/recipients/recipient-link.ts';
import type { Operation } from '../../http/operation.ts';

/** The pages of links in e-mails; mail programs and people open them, scripts do not. */
const RECIPIENT_PAGE_HEADERS = [
  'cache-control',
  'content-language',
  'content-security-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
] as const;

export const getConfirmation = {
  name: 'getConfirmation',
  folder: 'emails/recipients',
  tag: 'recipients',
  method: 'GET',
  path: '/v1/confirmations/{token}',
  access: 'public',
  scope: null,
  summary: 'Ask a recipient on a page whether it wants the e-mails of an account',
  description:
    'The link of a confirmation e-mail. Opening it changes nothing: the page has a button that posts to the same address.',
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
  summary: 'Confirm a recipient for the e-mails of an account',
  description: 'The address is confirmed for all forms of the account. Nothing of the body is read.',
  form: () => linkForm,
  optionalBody: true,
  success: {
    status: 200,
    when: 'A page that says that the address is confirmed.',
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
  summary: 'Ask a recipient on a page whether it wants no more e-mails about a form',
  description:
    'The link of the header `List-Unsubscribe` and at the end of each notification. Opening it changes nothing: the page has a button that posts to the same address.',
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
  summary: 'Unsubscribe a recipient from the e-mails about a form',
  description:
    'What mail programs call for one-click unsubscription (RFC 8058), and the button of the page. Nothing of the body is read.',
  form: () => linkForm,
  optionalBody: true,
  success: {
    status: 200,
    when: 'A page that says that the address is unsubscribed.',
    media: ['text/html'],
    headers: RECIPIENT_PAGE_HEADERS,
  },
  pages: true,
  problems: ['forbidden'],
} as const satisfies Operation;
