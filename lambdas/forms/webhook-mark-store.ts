/**
 * Reads and removes the mark of forms that have never had a webhook (FormSlugs table). If a marked form also
 * sends no e-mails, ingest marks its submissions, and fan-out skips them. Both ingest copies of a form always
 * have the same mark. Once removed, the mark is never set again
 * (docs/decisions/0044-a-form-that-tells-nobody-wakes-no-fan-out.md).
 */
import { GetCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { webhookMarkAttributes, type Form } from './form.ts';
import { copyUpdates } from './form-copy-store.ts';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Condition that the form still has the mark, for the copy stored under the form's id. */
export const STILL_MARKED = { ConditionExpression: 'attribute_exists(no_webhooks)' };

/** Returns true if the form has the mark. The read is strongly consistent. */
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
     * Returns the updates that remove the mark. Run them in or before the transaction that stores one of the
     * form's webhooks. Requests that start afterwards no longer see the mark (docs/invariants.md, 2). The
     * first update fails if the form's slug has changed or the form was deleted.
     * @returns undefined if the form doesn't have the mark or was deleted
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
      const of = { account_id, form_id, slug: String(stored['slug']) };
      return copyUpdates(tables, of, { UpdateExpression: 'REMOVE no_webhooks' });
    },
  };
}
