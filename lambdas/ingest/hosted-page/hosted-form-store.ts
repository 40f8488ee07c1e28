/** Looks up a form for its hosted page (FormSlugs table). Doesn't read the form's secrets. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { isFormId } from '../../core/ids.ts';
import { isSlug } from '../../forms/slug.ts';
import { hostedForm, type StoredHostedForm } from './hosted-form.ts';

/** Returns the form with this slug or id, using a strongly consistent read. */
export type FindHostedForm = (slug: string) => Promise<StoredHostedForm | undefined>;

export function hostedFormStore(db: DocumentClient, table: string): FindHostedForm {
  const projection = projectionOf(hostedForm.keyof().options);
  return async (slug) => {
    // Skip the read for paths that can't be a form. DynamoDB would also reject a long path as a key.
    if (!isSlug(slug) && !isFormId(slug)) return undefined;
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { slug }, ConsistentRead: true, ...projection }),
    );
    return Item && hostedForm.parse(Item);
  };
}
