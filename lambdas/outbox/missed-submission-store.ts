/** Reads a sample of submissions, which the sweeper checks for missing deliveries. */
import { GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { submissionIdBound } from '../core/ids.ts';
import {
  sampledSubmission,
  sampledSubmissionAttributes,
  sampledWebhook,
  sampledWebhookAttributes,
  SWEEP_PROGRESS,
  type SampledSubmission,
  type SampledWebhook,
} from './missed-submissions.ts';

const WEBHOOKS_AT_ONCE = 25;
const SUBMISSIONS_OF_A_FORM = 3;

const progress = z.object({ next: z.object({ owner_id: z.string(), webhook_id: z.string() }).optional() });

const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
});

export function missedSubmissionStore(
  db: DocumentClient,
  tables: { readonly counters: string; readonly submissions: string; readonly webhooks: string },
) {
  const Key = { counter: `${SWEEP_PROGRESS}webhooks` };
  return {
    /** Returns the next webhooks in the table. After the last webhook, continues with the first one. */
    async nextWebhooks(): Promise<SampledWebhook[]> {
      const { Item } = await db.send(new GetCommand({ TableName: tables.counters, Key }));
      const { next } = progress.parse(Item ?? {});
      const { Items, LastEvaluatedKey } = await db.send(
        new ScanCommand({
          TableName: tables.webhooks,
          Limit: WEBHOOKS_AT_ONCE,
          ...projectionOf(sampledWebhookAttributes),
          ...(next && { ExclusiveStartKey: next }),
        }),
      );
      const after = progress.parse({ next: LastEvaluatedKey });
      await db.send(new PutCommand({ TableName: tables.counters, Item: { ...Key, ...after } }));
      return z.array(sampledWebhook).parse(Items ?? []);
    },

    /** Returns the form's newest submissions that were received in a period, without their payload. */
    async newestSubmissions(formId: string, after: number, before: number): Promise<SampledSubmission[]> {
      const { ExpressionAttributeNames, ProjectionExpression } = projectionOf(sampledSubmissionAttributes);
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tables.submissions,
          KeyConditionExpression: '#form_id = :form AND #submission_id BETWEEN :after AND :before',
          ExpressionAttributeNames,
          ProjectionExpression,
          ExpressionAttributeValues: {
            ':form': formId,
            ':after': submissionIdBound(formId, after),
            ':before': submissionIdBound(formId, before),
          },
          ScanIndexForward: false,
          Limit: SUBMISSIONS_OF_A_FORM,
        }),
      );
      return z.array(sampledSubmission).parse(Items ?? []);
    },
  };
}
