/**
 * Deletes the remaining data of deleted and expired submissions: files, replies, e-mail records, and response
 * excerpts that may contain submitted text. The submissions arrive through a queue.
 */
import { attachmentStore } from '../files/attachment-store.ts';
import { hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { sqsHandler } from '../aws/event-sources/sqs-handler.ts';
import { settleAll } from '../core/settle-all.ts';
import { readEnvironment } from '../environment.ts';
import { deletedSubmission, type DeletedSubmission } from '../submissions/deleted-submission-queue.ts';
import { submissionEmailStore } from '../submissions/email-log/email-log-store.ts';
import { replyStore } from '../submissions/replies/reply-store.ts';
import { deliveryStore } from '../webhooks/delivery/delivery-store.ts';
import { forgetSubmission } from '../webhooks/delivery/forget-submission.ts';
import { webhookIdsOf } from '../webhooks/webhook-id-store.ts';

interface Deps {
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove'>;
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'remove'>;
  readonly replies: Pick<ReturnType<typeof replyStore>, 'remove'>;
  readonly forget: ReturnType<typeof forgetSubmission>;
}

/** Deletes the remaining data of the submission in a queue message. Safe to repeat. */
export function deleteTraces({ attachments, emails, replies, forget }: Deps) {
  return async ({ file_ids, ...submission }: DeletedSubmission): Promise<void> => {
    const { form_id, submission_id } = submission;
    await settleAll([
      ...(file_ids.length > 0 ? [attachments.remove(submission, file_ids)] : []),
      emails.remove(form_id, submission_id),
      replies.remove(form_id, submission_id),
      forget(submission),
    ]);
  };
}

const environment = readEnvironment(
  'ATTACHMENTS_BUCKET',
  'DELIVERIES_TABLE',
  'EMAILS_TABLE',
  'REPLIES_TABLE',
  'WEBHOOKS_TABLE',
);
const clients = hotPathClients();
const deliveries = deliveryStore(clients, environment.DELIVERIES_TABLE);

export const handler = sqsHandler({
  message: deletedSubmission,
  handle: deleteTraces({
    attachments: attachmentStore(s3Client(), environment.ATTACHMENTS_BUCKET),
    emails: submissionEmailStore(clients.db, environment.EMAILS_TABLE),
    replies: replyStore(clients.db, environment.REPLIES_TABLE),
    forget: forgetSubmission({
      webhookIds: webhookIdsOf(clients.db, environment.WEBHOOKS_TABLE),
      findDelivery: deliveries.find,
      replaceDelivery: deliveries.replace,
    }),
  }),
});
