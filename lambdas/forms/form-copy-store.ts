/** Builds updates of the form copies that ingest reads (FormSlugs table). */
import type { TransactItem } from '../aws/dynamodb.ts';
import type { Form } from './form.ts';

/**
 * Returns writes that update both copies of a form, under its slug and its id. The first write fails if the
 * form's slug has changed or the form was deleted.
 * @param update the update to apply to each copy
 */
export function copyUpdates(
  tables: { readonly forms: string; readonly formSlugs: string },
  { account_id, form_id, slug }: Pick<Form, 'account_id' | 'form_id' | 'slug'>,
  update: { readonly UpdateExpression: string; readonly ExpressionAttributeValues?: Record<string, unknown> },
): TransactItem[] {
  const hasSlug = {
    TableName: tables.forms,
    Key: { account_id, form_id },
    ConditionExpression: 'slug = :slug',
    ExpressionAttributeValues: { ':slug': slug },
  };
  const copies = [slug, form_id].map((name) => ({
    Update: { TableName: tables.formSlugs, Key: { slug: name }, ...update },
  }));
  return [{ ConditionCheck: hasSlug }, ...copies];
}
