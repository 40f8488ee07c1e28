/** Defines the named schemas for replies and reply templates. */
import { replyInput, replyPreview, replyView } from '../../../submissions/replies/reply.ts';
import {
  replyTemplateInput,
  replyTemplatePatch,
  replyTemplateView,
} from '../../../submissions/replies/reply-template.ts';
import { MEMBER_ID, REPLY_ID, REPLY_TEMPLATE_ID } from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const written = { subject: 'Re: Opening hours', text: 'Hello Ada,\n\nwe are open until 6 pm.' };
const template = {
  name: 'Opening hours',
  subject: 'Re: {{subject}}',
  text: 'Hello {{name}},\n\nwe are open until 6 pm.',
};

export const replySchemas = [
  requestSchema('ReplyInput', replyInput, 'A reply to a submission.', written),
  responseSchema('Reply', replyView, 'An e-mail that was sent to a submitter as a reply.', {
    id: REPLY_ID,
    status: 'delivered' as const,
    reason: null,
    to: 'ada@example.org',
    reply_to: 'grace@example.com',
    ...written,
    actor: { type: 'member' as const, id: MEMBER_ID, name: 'Grace Hopper' },
    created_at: '2026-11-20T10:05:00.000Z',
  }),
  responseSchema('ReplyPreview', replyPreview, 'How a reply would be sent.', {
    from_name: 'Contact',
    to: 'ada@example.org',
    reply_to: 'grace@example.com',
    subject: written.subject,
  }),
  requestSchema('ReplyTemplateInput', replyTemplateInput, 'A reply template to create.', template),
  requestSchema('ReplyTemplatePatch', replyTemplatePatch, 'Changes to a reply template.', template),
  responseSchema('ReplyTemplate', replyTemplateView, 'A text for replies.', {
    id: REPLY_TEMPLATE_ID,
    ...template,
  }),
];
