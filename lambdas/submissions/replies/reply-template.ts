/** Defines an account's reply templates (docs/specification.md, "Replies"). */
import * as z from 'zod';
import { displayName } from '../../core/text/display-name.ts';
import { newReplyTemplateId } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import { plainText } from '../../core/text/text.ts';
import { replySubject, replyText } from './reply.ts';

/** Maximum number of reply templates per account. */
export const MAX_TEMPLATES = 50;

const settable = {
  name: displayName(100).describe('Name of the template, shown in the console.'),
  subject: replySubject
    .nullable()
    .describe('Subject with `{{field}}` placeholders; null for the default subject of replies.'),
  text: replyText.describe(
    'Plain text with `{{field}}` placeholders. The console replaces them with the submitted values.',
  ),
};

/** Body of `POST /v1/reply-templates`. */
export const replyTemplateInput = z.strictObject({ ...settable, subject: settable.subject.optional() });

/** Body of `PATCH /v1/reply-templates/:id`. */
export const replyTemplatePatch = z
  .strictObject(settable)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, {
    error: 'needs at least one of name, subject and text, for example {"name": "Thanks"}',
  });

/** Representation of a reply template in the API. */
export const replyTemplateView = z.object({
  id: z.string().describe('ID of the template.'),
  name: z.string().describe('Name of the template, shown in the console.'),
  subject: z
    .string()
    .nullable()
    .describe('Subject with `{{field}}` placeholders; null for the default subject of replies.'),
  text: z.string().describe('Plain text with `{{field}}` placeholders.'),
});

/** Schema of a stored template. Templates are stored in the same table as replies. */
export const replyTemplate = z.object({
  /** Id of the account. */
  owner_id: z.string(),
  /** Id of the template. */
  reply_key: z.string(),
  name: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
});
export type ReplyTemplate = z.infer<typeof replyTemplate>;

/** Creates a template for the account. */
export function newReplyTemplate(
  accountId: string,
  { name, subject = null, text }: z.infer<typeof replyTemplateInput>,
  now: number,
  random: RandomBytes,
): ReplyTemplate {
  return {
    owner_id: accountId,
    reply_key: newReplyTemplateId(now, random),
    name,
    subject,
    text: plainText(text),
  };
}

/** Converts a template to its API representation. */
export function toReplyTemplateView({
  reply_key,
  name,
  subject,
  text,
}: ReplyTemplate): z.infer<typeof replyTemplateView> {
  return { id: reply_key, name, subject, text };
}
