/** Declares the operations for labels. `api/operations.ts` lists all operations. */
import type { Operation } from '../../http/operation.ts';
import { label, labelInput, labelPatch, labelsView, MAX_LABELS } from './label.ts';

export const listLabels = {
  name: 'listLabels',
  folder: 'submissions/labels',
  tag: 'labels',
  method: 'GET',
  path: '/v1/labels',
  access: 'management',
  scope: 'read',
  summary: "List the account's labels",
  follows: [],
  success: { status: 200, body: () => labelsView },
} as const satisfies Operation;

export const createLabel = {
  name: 'createLabel',
  folder: 'submissions/labels',
  tag: 'labels',
  method: 'POST',
  path: '/v1/labels',
  access: 'management',
  scope: 'write',
  summary: 'Create a label',
  description: `An account can have at most ${MAX_LABELS} labels. Names must be unique, ignoring case.`,
  body: () => labelInput,
  audit: { target: 'label', written: 'with-change' },
  success: { status: 201, body: () => label },
  problems: ['conflict'],
} as const satisfies Operation;

export const updateLabel = {
  name: 'updateLabel',
  folder: 'submissions/labels',
  tag: 'labels',
  method: 'PATCH',
  path: '/v1/labels/{id}',
  access: 'management',
  scope: 'write',
  summary: "Change a label's name or color",
  description: 'The change applies immediately to all submissions with this label.',
  body: () => labelPatch,
  audit: { target: 'label', written: 'with-change' },
  success: { status: 200, body: () => label },
  problems: ['conflict'],
} as const satisfies Operation;

export const deleteLabel = {
  name: 'deleteLabel',
  folder: 'submissions/labels',
  tag: 'labels',
  method: 'DELETE',
  path: '/v1/labels/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a label',
  description: 'The label is removed from all submissions immediately.',
  audit: { target: 'label', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;
