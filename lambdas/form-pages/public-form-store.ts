/** Looks up a form in the FormSlugs table, to render its thank-you page. Doesn't read the form's secrets. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { isFormId } from '../core/ids.ts';
import { isSlug } from '../forms/slug.ts';
import { thanksForm, type ThankYouForm } from './thanks-form.ts';

/** Returns the form with this slug or id, using a strongly consistent read. */
export type FindThankYouForm = (slug: string) => Promise<ThankYouForm | undefined>;

export function thanksFormStore(db: DocumentClient, table: string): FindThankYouForm {
  const projection = projectionOf(thanksForm.keyof().options);
  return async (slug) => {
    // Skip the read for paths that can't be a form. DynamoDB would also reject a long path as a key.
    if (!isSlug(slug) && !isFormId(slug)) return undefined;
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { slug }, ConsistentRead: true, ...projection }),
    );
    return Item && thanksForm.parse(Item);
  };
}
