/** Lambda function for the reply template operations. */
import { handler as createReplyTemplate } from '../../submissions/replies/create-reply-template.ts';
import { handler as listReplyTemplates } from '../../submissions/replies/list-reply-templates.ts';
import { handler as updateReplyTemplate } from '../../submissions/replies/update-reply-template.ts';
import { handler as deleteReplyTemplate } from '../../submissions/replies/delete-reply-template.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'replyTemplates'>({
  createReplyTemplate,
  listReplyTemplates,
  updateReplyTemplate,
  deleteReplyTemplate,
});
