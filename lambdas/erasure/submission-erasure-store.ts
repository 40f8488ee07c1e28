/**
 * Deletes everything that is stored about a submission (Submissions, Uploads, Emails, Replies, Idempotency
 * and Deliveries tables, Attachments bucket).
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteItems } from '../aws/batch-delete.ts';
import { itemOfFailedUpdate, type DocumentClient } from '../aws/dynamodb.ts';
import { deleteVersions } from '../aws/s3-deletes.ts';
import { memoize } from '../core/memoize.ts';
import { submissionKey } from '../core/submission-pieces.ts';
import { attachmentKey, uploadKey } from '../files/object-keys.ts';
import { submissionEmailStore } from '../submissions/email-log/email-log-store.ts';
import { emailKinds } from '../submissions/email-log/email-record.ts';
import { replyStore } from '../submissions/replies/reply-store.ts';
import { submission } from '../submissions/submission.ts';
import { erasedDeliveryStore } from '../webhooks/delivery/erased-delivery-store.ts';
import { webhookIdsOf } from '../webhooks/webhook-id-store.ts';
import type { SubmissionErasure } from './erase-submission.ts';

export interface SubmissionErasureTables {
  readonly deliveries: string;
  readonly emails: string;
  readonly idempotency: string;
  readonly replies: string;
  readonly submissions: string;
  readonly uploads: string;
  readonly webhooks: string;
}

const markedSubmission = submission.pick({ upload_ids: true });
const lockKey = z.object({ form_id: z.string(), key_digest: z.string() });

/** Creates the store. The store caches each owner's webhooks, so create a new store for each batch of work. */
export function submissionErasureStore(
  db: DocumentClient,
  s3: S3Client,
  tables: SubmissionErasureTables,
  attachmentsBucket: string,
): SubmissionErasure {
  const emails = submissionEmailStore(db, tables.emails);
  const replies = replyStore(db, tables.replies);
  const deliveries = erasedDeliveryStore(db, tables.deliveries);
  const webhooksOf = memoize(webhookIdsOf(db, tables.webhooks));

  const locksOf = async (formId: string, prefix: string) => {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.idempotency,
        KeyConditionExpression: 'form_id = :form AND begins_with(key_digest, :prefix)',
        ProjectionExpression: 'form_id, key_digest',
        ExpressionAttributeValues: { ':form': `email#${formId}`, ':prefix': prefix },
        ConsistentRead: true,
      }),
    );
    return z.array(lockKey).parse(Items ?? []);
  };

  return {
    async mark(ref) {
      try {
        const { Attributes } = await db.send(
          new UpdateCommand({
            TableName: tables.submissions,
            Key: submissionKey(ref),
            // Increment the version so that fan-out's stream filter matches the deletion even if the
            // submission is spam.
            UpdateExpression: 'SET erased = :yes, version = if_not_exists(version, :none) + :one',
            ConditionExpression: 'attribute_exists(submission_id)',
            ExpressionAttributeValues: { ':yes': true, ':none': 0, ':one': 1 },
            ReturnValues: 'ALL_OLD',
          }),
        );
        return markedSubmission.parse(Attributes);
      } catch (error) {
        if (itemOfFailedUpdate(error) === undefined) throw error;
        return undefined;
      }
    },

    removeSubmission: (ref) =>
      db.send(new DeleteCommand({ TableName: tables.submissions, Key: submissionKey(ref) })),

    removeFiles: (ref) => deleteVersions(s3, attachmentsBucket, attachmentKey(ref, '')),

    async removeUploads({ form_id }, uploadIds) {
      await Promise.all(
        uploadIds.map((upload_id) =>
          deleteVersions(s3, attachmentsBucket, uploadKey({ form_id, upload_id })),
        ),
      );
    },

    async removeFileNote({ form_id, submission_id }) {
      const Key = { form_id, upload_id: submission_id };
      await db.send(new DeleteCommand({ TableName: tables.uploads, Key }));
    },

    removeEmails: ({ form_id, submission_id }) => emails.remove(form_id, submission_id),
    removeReplies: ({ form_id, submission_id }) => replies.remove(form_id, submission_id),

    async removeSendLocks({ form_id, submission_id }) {
      const found = await Promise.all(emailKinds.map((kind) => locksOf(form_id, `${kind}.${submission_id}`)));
      await deleteItems(db, tables.idempotency, found.flat());
    },

    async removeDeliveries({ account_id, form_id, submission_id }) {
      const webhookIds = (await Promise.all([form_id, account_id].map(webhooksOf))).flat();
      await Promise.all(webhookIds.map((webhookId) => deliveries.remove(webhookId, submission_id)));
    },
  };
}
