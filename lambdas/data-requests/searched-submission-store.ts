/**
 * Reads everything that a data request searches and counts (Forms, Submissions, Emails, Deliveries, Webhooks
 * and Members tables).
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { deliveryIdOf, submissionIdBound } from '../core/ids.ts';
import { memoize } from '../core/memoize.ts';
import { piecesAfter, type FormPieces } from '../core/submission-pieces.ts';
import { formReader, type FormPosition } from '../forms/form-store.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { emailRecord, type EmailRecord } from '../submissions/email-log/email-record.ts';
import { submission, type Submission } from '../submissions/submission.ts';
import { delivery } from '../webhooks/delivery/delivery.ts';
import { deletedWebhooksOf } from '../webhooks/webhook-id-store.ts';
import type { SearchedRecords } from './request-records.ts';
import {
  searchedMember,
  searchedMemberAttributes,
  searchedWebhook,
  searchedWebhookAttributes,
  type SearchedWebhook,
} from './read-attributes.ts';

export interface SearchTables {
  readonly deliveries: string;
  readonly emails: string;
  readonly forms: string;
  readonly members: string;
  readonly submissions: string;
  readonly webhooks: string;
}

const countedDelivery = delivery.pick({ attempts: true });
const keys = z.object({ submission_id: z.string() });

const FORMS_PER_PAGE = 200;

/** Creates the store. The store caches each owner's webhooks, so create a new store for each batch of work. */
export function searchedSubmissionStore(db: DocumentClient, tables: SearchTables): SearchedRecords {
  const forms = formReader(db, tables.forms);

  const webhooksIn = async (owner_id: string): Promise<SearchedWebhook[]> => {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.webhooks,
        KeyConditionExpression: 'owner_id = :owner',
        ...withValues(projectionOf(searchedWebhookAttributes), { ':owner': owner_id }),
        ConsistentRead: true,
      }),
    );
    return z.array(searchedWebhook).parse(Items ?? []);
  };

  return {
    async forms(accountId: string): Promise<FormWithoutSecrets[]> {
      const all: FormWithoutSecrets[] = [];
      let after: FormPosition | undefined;
      do {
        const { rows, next } = await forms.list(accountId, FORMS_PER_PAGE, after);
        all.push(...rows);
        after = next;
      } while (after);
      return all;
    },

    findForm: (accountId: string, formId: string) => forms.find(accountId, formId),

    async page(
      form: FormPieces,
      { after, since = 0 }: { readonly after?: string | undefined; readonly since?: number | undefined },
    ): Promise<{ rows: Submission[]; next: string | undefined }> {
      const rows: Submission[] = [];
      for (const piece of piecesAfter(form, after)) {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: tables.submissions,
            KeyConditionExpression: 'form_id = :form AND submission_id >= :from',
            ExpressionAttributeValues: {
              ':form': piece.partition,
              ':from': submissionIdBound(form.form_id, since),
            },
            ConsistentRead: true,
            ...(piece.after !== undefined && {
              ExclusiveStartKey: { form_id: piece.partition, submission_id: piece.after },
            }),
          }),
        );
        rows.push(...z.array(submission).parse(Items ?? []));
        const next = keys.optional().parse(LastEvaluatedKey)?.submission_id;
        if (next !== undefined) return { rows, next };
      }
      return { rows, next: undefined };
    },

    async emails({
      form_id,
      submission_id,
    }: Pick<Submission, 'form_id' | 'submission_id'>): Promise<EmailRecord[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tables.emails,
          KeyConditionExpression: 'form_id = :form AND begins_with(email_key, :submission)',
          ExpressionAttributeValues: { ':form': form_id, ':submission': `${submission_id}.` },
          ConsistentRead: true,
        }),
      );
      return z.array(emailRecord).parse(Items ?? []);
    },

    webhooks: memoize(async (ownerId: string): Promise<SearchedWebhook[]> =>
      (await Promise.all([ownerId, deletedWebhooksOf(ownerId)].map(webhooksIn))).flat(),
    ),

    async deliveries(
      webhookId: string,
      submissionId: string,
    ): Promise<{ readonly all: number; readonly attempted: number }> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tables.deliveries,
          KeyConditionExpression: 'webhook_id = :webhook AND begins_with(delivery_id, :prefix)',
          ...withValues(projectionOf(countedDelivery.keyof().options), {
            ':webhook': webhookId,
            ':prefix': deliveryIdOf(webhookId, submissionId),
          }),
          ConsistentRead: true,
        }),
      );
      const found = z.array(countedDelivery).parse(Items ?? []);
      return { all: found.length, attempted: found.filter(({ attempts }) => attempts > 0).length };
    },

    async members(accountId: string, email: string): Promise<number> {
      let count = 0;
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await db.send(
          new QueryCommand({
            TableName: tables.members,
            KeyConditionExpression: 'account_id = :account',
            ...withValues(projectionOf(searchedMemberAttributes), { ':account': accountId }),
            ConsistentRead: true,
            ExclusiveStartKey,
          }),
        );
        const rows = z.array(searchedMember).parse(page.Items ?? []);
        count += rows.filter(
          (row) => row.joined_at !== undefined && row.email.toLowerCase() === email.toLowerCase(),
        ).length;
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return count;
    },
  };
}

const withValues = <Projection extends object>(
  projection: Projection,
  ExpressionAttributeValues: Record<string, string>,
) => ({ ...projection, ExpressionAttributeValues });
