/** Declares the operations for forms. `api/operations.ts` lists all operations. */
import { formView, recipientView } from './form-view.ts';
import { formInput, formPatch } from './form.ts';
import { formsQuery } from './forms-query.ts';
import type { Operation } from '../http/operation.ts';

export const createForm = {
  name: 'createForm',
  folder: 'forms',
  tag: 'forms',
  method: 'POST',
  path: '/v1/forms',
  access: 'management',
  scope: 'write',
  summary: 'Create a form',
  body: () => formInput,
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 201, body: () => formView, headers: ['location'] },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const listForms = {
  name: 'listForms',
  folder: 'forms',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms',
  access: 'management',
  scope: 'read',
  summary: "List the account's forms",
  description:
    'Newest first. With a filter, a page can have fewer rows than `limit`, or none, even if more pages follow. Follow `next_cursor` until it is null.',
  query: () => formsQuery,
  follows: ['submissions'],
  success: { status: 200, body: () => formView, list: true },
} as const satisfies Operation;

export const getForm = {
  name: 'getForm',
  folder: 'forms',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms/{id}',
  takesSlug: true,
  access: 'management',
  scope: 'read',
  summary: 'Get a form by its ID or slug',
  versioned: true,
  success: { status: 200, body: () => formView },
} as const satisfies Operation;

export const updateForm = {
  name: 'updateForm',
  folder: 'forms',
  tag: 'forms',
  method: 'PATCH',
  path: '/v1/forms/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Update a form',
  description:
    'Only the properties that you send are changed. Setting `notify_emails` or `slug` determines where submissions are sent, so it requires the scope `read` in addition to `write`.',
  body: () => formPatch,
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 200, body: () => formView },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const resendConfirmation = {
  name: 'resendConfirmation',
  folder: 'forms/recipients',
  tag: 'recipients',
  method: 'POST',
  path: '/v1/forms/{id}/recipients/{address}/resend',
  access: 'management',
  scope: 'write',
  sendsSubmissions: true,
  summary: 'Send another confirmation e-mail to a recipient',
  description:
    'Only for addresses that are `pending`. An address gets at most three confirmation e-mails. They count towards the limits of confirmation e-mails per hour and day.',
  audit: { target: 'form', written: 'around' },
  success: { status: 202, body: () => recipientView },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const sendTestEmail = {
  name: 'sendTestEmail',
  folder: 'forms/recipients',
  tag: 'recipients',
  method: 'POST',
  path: '/v1/forms/{id}/recipients/{address}/test',
  access: 'management',
  scope: 'write',
  sendsSubmissions: true,
  summary: 'Send a test e-mail to a recipient',
  description:
    'Sends a notification with sample values, only to a `confirmed` address. Test e-mails count towards the limits of confirmation e-mails per hour and day.',
  audit: { target: 'form', written: 'around' },
  success: { status: 202, body: () => recipientView },
  problems: ['conflict', 'rate-limited'],
} as const satisfies Operation;

export const deleteForm = {
  name: 'deleteForm',
  folder: 'forms',
  tag: 'forms',
  method: 'DELETE',
  path: '/v1/forms/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a form with its webhooks, submissions and files',
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;
