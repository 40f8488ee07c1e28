/**
 * The mark of a form that has never had its own webhook (table FormSlugs). While it is set and no e-mails are
 * sent either, ingest marks the stored submissions so that fan-out skips them. The mark is in both ingest
 * copies or in neither, and never returns (docs/decisions/0044-a-form-that-tells-nobody-wakes-no-fan-out.md).
 */
import { GetCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { webhookMarkAttributes, type Form } from './form.ts';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Condition for writing the copy under the form's id that keeps the mark. */
export const STILL_MARKED = { ConditionExpression: 'attribute_exists(no_webhooks)' };

/** Checks whether the form has the mark; strongly consistent. */
export async function hasWebhookMark(
  db: DocumentClient,
  slugsTable: string,
  formId: string,
): Promise<boolean> {
  const { Item } = await db.send(
    new GetCommand({
      TableName: slugsTable,
      Key: { slug: formId },
      ConsistentRead: true,
      ...projectionOf(webhookMarkAttributes),
    }),
  );
  return Item?.['no_webhooks'] === true;
}

export function webhookMarkStore(
  db: DocumentClient,
  tables: { readonly forms: string; readonly formSlugs: string },
) {
  return {
    /**
     * Returns the writes that remove the mark, for a transaction that stores a webhook of the form, or before
     * it. No post that starts afterwards finds the mark (docs/invariants.md, 2). The first write fails if the
     * form got another slug in the meantime, or was deleted.
     * @returns undefined for a form without the mark, or that was deleted
     */
    async removal({
      account_id,
      form_id,
    }: Pick<Form, 'account_id' | 'form_id'>): Promise<TransactItems | undefined> {
      if (!(await hasWebhookMark(db, tables.formSlugs, form_id))) return undefined;
      const ofForm = { TableName: tables.forms, Key: { account_id, form_id } };
      const { Item: stored } = await db.send(
        new GetCommand({ ...ofForm, ConsistentRead: true, ProjectionExpression: 'slug' }),
      );
      if (!stored) return undefined;
      const slug = String(stored['slug']);
      const hasSlug = {
        ...ofForm,
        ConditionExpression: 'slug = :slug',
        ExpressionAttributeValues: { ':slug': slug },
      };
      const copies = [slug, form_id].map((name) => ({
        Update: {
          TableName: tables.formSlugs,
          Key: { slug: name },
          UpdateExpression: 'REMOVE no_webhooks',
        },
      }));
      return [{ ConditionCheck: hasSlug }, ...copies];
    },
  };
}
