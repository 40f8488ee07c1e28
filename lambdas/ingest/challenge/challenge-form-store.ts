/** Looks up a form in the table FormSlugs, to create a puzzle for it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { isFormId } from '../../core/ids.ts';
import { isSlug } from '../../forms/slug.ts';
import { challengeForm, type ChallengeForm } from './challenge-form.ts';

/** Returns the form with this slug or id, using a strongly consistent read. */
export type FindChallengeForm = (slug: string) => Promise<ChallengeForm | undefined>;

export function challengeFormStore(db: DocumentClient, table: string): FindChallengeForm {
  const projection = projectionOf(challengeForm.keyof().options);
  return async (slug) => {
    // Skip the read for paths that can't be a form. DynamoDB would also reject a long path as a key.
    if (!isSlug(slug) && !isFormId(slug)) return undefined;
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { slug }, ConsistentRead: true, ...projection }),
    );
    return Item && challengeForm.parse(Item);
  };
}
