/** Declares the operations for replies and reply templates. `api/operations.ts` lists all operations. */
import { pageQuery } from '../../core/web/pagination.ts';
import type { Operation } from '../../http/operation.ts';
import { replyInput, replyPreview, replyView } from './reply.ts';
import { replyTemplateInput, replyTemplatePatch, replyTemplateView } from './reply-template.ts';

export const createReply = {
  name: 'createReply',
  folder: 'submissions/replies',
  tag: 'submissions',
  method: 'POST',
  path: '/v1/submissions/{id}/replies',
  access: 'management',
  scope: 'write',
  sendsSubmissions: true,
  summary: 'Reply to a submission by e-mail',
  description:
    "Sends plain text to the submitter's address, at most once. The sender is the service's own address with the name of the form or brand. Replies from the submitter go to the form's `replies.reply_to` or, if there is none, to the member who replies. The service doesn't receive them. If the submission has no address, the response is 422. Each member and each key can send 50 replies per day (UTC). With an `Idempotency-Key`, repeating the request within 24 hours returns the first reply.",
  requestHeaders: ['idempotency-key'],
  body: () => replyInput,
  audit: { target: 'submission', written: 'with-change' },
  success: { status: 202, body: () => replyView },
  problems: ['replies-disabled', 'rate-limited'],
} as const satisfies Operation;

export const listReplies = {
  name: 'listReplies',
  folder: 'submissions/replies',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}/replies',
  access: 'management',
  scope: 'read',
  summary: "List a submission's replies",
  description: 'Newest first. A page can have fewer rows than `limit`, even if more pages follow.',
  query: () => pageQuery,
  success: { status: 200, body: () => replyView, list: true },
} as const satisfies Operation;

export const previewReply = {
  name: 'previewReply',
  folder: 'submissions/replies',
  tag: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{id}/replies/preview',
  access: 'management',
  scope: 'read',
  summary: 'Preview a reply',
  description:
    'Returns the addresses and the default subject that a reply would have now. Sends and stores nothing.',
  success: { status: 200, body: () => replyPreview },
} as const satisfies Operation;

export const createReplyTemplate = {
  name: 'createReplyTemplate',
  folder: 'submissions/replies',
  tag: 'reply-templates',
  method: 'POST',
  path: '/v1/reply-templates',
  access: 'management',
  scope: 'write',
  summary: 'Create a reply template',
  description: 'An account can have at most 50 templates. Creating another returns 422.',
  body: () => replyTemplateInput,
  audit: { target: 'reply_template', written: 'with-change' },
  success: { status: 201, body: () => replyTemplateView },
} as const satisfies Operation;

export const listReplyTemplates = {
  name: 'listReplyTemplates',
  folder: 'submissions/replies',
  tag: 'reply-templates',
  method: 'GET',
  path: '/v1/reply-templates',
  access: 'management',
  scope: 'read',
  summary: "List the account's reply templates",
  description: 'Newest first. A page can have fewer rows than `limit`, even if more pages follow.',
  query: () => pageQuery,
  follows: [],
  success: { status: 200, body: () => replyTemplateView, list: true },
} as const satisfies Operation;

export const updateReplyTemplate = {
  name: 'updateReplyTemplate',
  folder: 'submissions/replies',
  tag: 'reply-templates',
  method: 'PATCH',
  path: '/v1/reply-templates/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Update a reply template',
  description: 'Only the properties that you send are changed.',
  body: () => replyTemplatePatch,
  audit: { target: 'reply_template', written: 'with-change' },
  success: { status: 200, body: () => replyTemplateView },
} as const satisfies Operation;

export const deleteReplyTemplate = {
  name: 'deleteReplyTemplate',
  folder: 'submissions/replies',
  tag: 'reply-templates',
  method: 'DELETE',
  path: '/v1/reply-templates/{id}',
  access: 'management',
  scope: 'write',
  summary: 'Delete a reply template',
  audit: { target: 'reply_template', written: 'with-change' },
  success: { status: 204 },
} as const satisfies Operation;
