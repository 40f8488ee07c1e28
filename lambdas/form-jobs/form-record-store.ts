/** Finds and deletes a form's records in all tables. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock } from '../core/clock.ts';
import { changeMarker } from '../core/counters/change-marker.ts';
import { submissionIdPrefix } from '../core/ids.ts';
import { partitionsOf } from '../core/submission-pieces.ts';
import { counterNamesToDelete } from '../forms/counts/day-counts.ts';
import { formCounter } from '../core/counters/counter-names.ts';
import { readerCounter } from '../forms/counts/form-counts.ts';
import type { FormRecords } from './form-deletion.ts';
import { wordModelKey } from '../spam/word-model-store.ts';
import { deleteItems, deletePartition } from '../aws/batch-delete.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { deletedWebhooksOf, webhookIdsOf } from '../webhooks/webhook-id-store.ts';

const deliveryKey = z.object({ webhook_id: z.string(), delivery_id: z.string() });

export interface FormRecordTables {
  readonly counters: string;
  readonly deliveries: string;
  readonly emails: string;
  readonly idempotency: string;
  readonly recipients: string;
  readonly recoveries: string;
  readonly replies: string;
  readonly submissions: string;
  readonly uploads: string;
  readonly webhooks: string;
}

export function formRecordStore(
  db: DocumentClient,
  tables: FormRecordTables,
  now: Clock,
): Omit<
  FormRecords,
  'keepWebhookIds' | 'removeFiles' | 'removeImports' | 'removeSearchIndex' | 'removeSummaryJob'
> {
  const ofForm = (value: string) => ({ name: 'form_id', value });
  const ofOwner = (value: string) => ({ name: 'owner_id', value });

  return {
    webhookIds: webhookIdsOf(db, tables.webhooks),

    async removeWebhooks(formId, isOutOfTime) {
      for (const owner of [formId, deletedWebhooksOf(formId)]) {
        const partition = { table: tables.webhooks, partition: ofOwner(owner), sort: 'webhook_id' };
        if (!(await deletePartition(db, partition, isOutOfTime))) return false;
      }
      return true;
    },

    removeDeliveries: (webhookId, isOutOfTime) =>
      deletePartition(
        db,
        {
          table: tables.deliveries,
          partition: { name: 'webhook_id', value: webhookId },
          sort: 'delivery_id',
        },
        isOutOfTime,
      ),

    removeRecoveries: (webhookId, isOutOfTime) =>
      deletePartition(
        db,
        {
          table: tables.recoveries,
          partition: { name: 'webhook_id', value: webhookId },
          sort: 'recovery_id',
        },
        isOutOfTime,
      ),

    async removeDeliveriesOfForm({ webhookId, formId }, after, isOutOfTime) {
      let start = after;
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: tables.deliveries,
            KeyConditionExpression: 'webhook_id = :webhook',
            FilterExpression: 'begins_with(submission_id, :form)',
            ProjectionExpression: 'webhook_id, delivery_id',
            ExpressionAttributeValues: { ':webhook': webhookId, ':form': submissionIdPrefix(formId) },
            ConsistentRead: true,
            ...(start !== undefined && { ExclusiveStartKey: { webhook_id: webhookId, delivery_id: start } }),
          }),
        );
        await deleteItems(db, tables.deliveries, z.array(deliveryKey).parse(Items ?? []));
        start = deliveryKey.optional().parse(LastEvaluatedKey)?.delivery_id;
      } while (start !== undefined && !isOutOfTime());
      return start;
    },

    removeIdempotencyKeys: (formId, isOutOfTime) =>
      deletePartition(
        db,
        { table: tables.idempotency, partition: ofForm(formId), sort: 'key_digest' },
        isOutOfTime,
      ),

    removeUploads: (formId, isOutOfTime) =>
      deletePartition(
        db,
        { table: tables.uploads, partition: ofForm(formId), sort: 'upload_id' },
        isOutOfTime,
      ),

    removeUnsubscriptions: (formId, isOutOfTime) =>
      deletePartition(
        db,
        { table: tables.recipients, partition: ofOwner(formId), sort: 'recipient_id' },
        isOutOfTime,
      ),

    removeEmails: (formId, isOutOfTime) =>
      deletePartition(
        db,
        { table: tables.emails, partition: ofForm(formId), sort: 'email_key' },
        isOutOfTime,
      ),

    removeReplies: (formId, isOutOfTime) =>
      deletePartition(
        db,
        { table: tables.replies, partition: ofOwner(formId), sort: 'reply_key' },
        isOutOfTime,
      ),

    async removeCounts(formId) {
      const names = [
        ...counterNamesToDelete(formId, now()),
        ...[formCounter(formId), readerCounter(formId), changeMarker(formId), wordModelKey(formId)],
      ];
      const keys = names.map((counter) => ({ counter }));
      await deleteItems(db, tables.counters, keys);
      return true;
    },

    async removeSubmissions(form, isOutOfTime) {
      for (const value of partitionsOf(form)) {
        const partition = { table: tables.submissions, partition: ofForm(value), sort: 'submission_id' };
        if (!(await deletePartition(db, partition, isOutOfTime))) return false;
      }
      return true;
    },
  };
}
