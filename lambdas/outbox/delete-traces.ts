/**
 * Deletes the remaining data of deleted and expired submissions: files, replies, e-mail records, and response
 * excerpts that may contain submitted text. The submissions arrive through a queue.
 */
import { attachmentStore } from '../files/attachment-store.ts';
import { hotPathClients } from '../aws/clients/dynamodb-client.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { sqsHandler } from '../aws/event-sources/sqs-handler.ts';
import { formReader } from '../forms/form-store.ts';
import { memoize } from '../core/memoize.ts';
import { settleAll } from '../core/settle-all.ts';
import { readEnvironment } from '../environment.ts';
import { stageSubmissionEvents } from '../event-bus/submission-events-queue.ts';
import { deletedSubmission, type DeletedSubmission } from '../submissions/deleted-submission-queue.ts';
import { submissionEmailStore } from '../submissions/email-log/email-log-store.ts';
import { replyStore } from '../submissions/replies/reply-store.ts';
import { deliveryStore } from '../webhooks/delivery/delivery-store.ts';
import { forgetSubmission } from '../webhooks/delivery/forget-submission.ts';
import { deliveryQueue } from '../webhooks/delivery/delivery-queue.ts';
import { knownWebhooksOf } from '../webhooks/webhook-id-store.ts';
import { tellDeletion } from './tell-deletion.ts';

interface Deps {
  readonly attachments: Pick<ReturnType<typeof attachmentStore>, 'remove'>;
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'remove'>;
  readonly replies: Pick<ReturnType<typeof replyStore>, 'remove'>;
  /**
   * Returns the steps that involve one submission's webhooks. Both steps use the same list of webhooks, which
   * is read only once.
   */
  webhookSteps(): {
    readonly forget: ReturnType<typeof forgetSubmission>;
    readonly tell: ReturnType<typeof tellDeletion>;
  };
}

/** Deletes the remaining data of the submission in a queue message. Safe to repeat. */
export function deleteTraces({ attachments, emails, replies, webhookSteps }: Deps) {
  return async ({ file_ids, ...submission }: DeletedSubmission): Promise<void> => {
    const { form_id, submission_id } = submission;
    const { forget, tell } = webhookSteps();
    await settleAll([
      ...(file_ids.length > 0 ? [attachments.remove(submission, file_ids)] : []),
      emails.remove(form_id, submission_id),
      replies.remove(form_id, submission_id),
      forget(submission),
      tell({ ...submission, file_ids }),
    ]);
  };
}

const environment = readEnvironment(
  'ATTACHMENTS_BUCKET',
  'DELIVERIES_QUEUE_URL',
  'DELIVERIES_TABLE',
  'EMAILS_TABLE',
  'FORMS_TABLE',
  'REPLIES_TABLE',
  'WEBHOOKS_TABLE',
);
const clients = hotPathClients();
const deliveries = deliveryStore(clients, environment.DELIVERIES_TABLE);
const forms = formReader(clients.db, environment.FORMS_TABLE);
const { add: queue } = deliveryQueue(environment.DELIVERIES_QUEUE_URL);

export const handler = sqsHandler({
  message: deletedSubmission,
  handle: deleteTraces({
    attachments: attachmentStore(s3Client(), environment.ATTACHMENTS_BUCKET),
    emails: submissionEmailStore(clients.db, environment.EMAILS_TABLE),
    replies: replyStore(clients.db, environment.REPLIES_TABLE),
    webhookSteps() {
      const webhooksOf = memoize(knownWebhooksOf(clients.db, environment.WEBHOOKS_TABLE));
      return {
        forget: forgetSubmission({
          webhookIds: async (ownerId) => (await webhooksOf(ownerId)).map(({ webhook_id }) => webhook_id),
          deliveriesOf: deliveries.ofSubmission,
          findDelivery: deliveries.find,
          replaceDelivery: deliveries.replace,
        }),
        tell: tellDeletion({
          now: Date.now,
          webhooksOf,
          hasForm: async (accountId, formId) => (await forms.find(accountId, formId)) !== undefined,
          createDelivery: deliveries.create,
          queue,
          toEventBus: stageSubmissionEvents()?.add,
        }),
      };
    },
  }),
});
