/**
 * The mark of a form that never had a webhook of its own (table FormSlugs). While it is there, and no e-mail is sent
 * either, ingest marks what it stores, and fan-out does not hear of it. The mark is in both copies for ingest or in none, and
 * never returns (docs/decisions/0044-a-form-that-tells-nobody-wakes-no-fan-out.md).
 */
import { GetCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { webhookMarkAttributes, type Form } from './form.ts';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** The condition of a write of the copy under the form's id that keeps the mark. */
export const STILL_MARKED = { ConditionExpression: 'attribute_exists(no_webhooks)' };

/** Whether the form has the mark; strongly consistent. */
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
     * What takes the mark away, for a transaction that stores a webhook of the form, or comes before it: no post that begins
     * afterwards finds the mark (docs/invariants.md, 2). The first item is refused when the form got another slug since, or is gone.
     * @returns undefined for a form without the mark, or that is gone
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
