/** Forms, and what is counted and seen of them. The table of all operations is `operations.ts`. */
import { formView } from './form-view.ts';
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
  problems: ['conflict'],
} as const satisfies Operation;

export const listForms = {
  name: 'listForms',
  folder: 'forms',
  tag: 'forms',
  method: 'GET',
  path: '/v1/forms',
  access: 'management',
  scope: 'read',
  summary: 'List the forms of the account, newest first',
  description:
    'With a filter a page may have fewer rows than `limit`, or none, and still have a next page: follow `next_cursor` until it is null.',
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
  access: 'management',
  scope: 'read',
  summary: 'Read a form',
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
  summary: 'Change a form',
  body: () => formPatch,
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 200, body: () => formView },
  problems: ['conflict'],
} as const satisfies Operation;

export const deleteForm = {
  name: 'deleteForm',
  folder: 'forms',
  tag: 'forms',
  method: 'DELETE',
  path: '/v1/forms/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a form; its webhooks, submissions and files follow in the background',
  versioned: true,
  audit: { target: 'form', written: 'with-change' },
  success: { status: 204 },
  problems: ['conflict'],
} as const satisfies Operation;
