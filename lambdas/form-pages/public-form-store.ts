/** Looks up the parts of a form that a public page or endpoint needs (FormSlugs table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { isFormId } from '../core/ids.ts';
import { isSlug } from '../forms/slug.ts';

/** Returns the form with this slug or id, using a strongly consistent read. */
export type FindPublicForm<Form> = (slug: string) => Promise<Form | undefined>;

/**
 * Creates a function that looks up forms.
 * @param schema the properties to read, without any secrets that the caller doesn't need
 */
export function publicFormStore<Schema extends z.ZodObject>(
  db: DocumentClient,
  table: string,
  schema: Schema,
): FindPublicForm<z.output<Schema>> {
  const projection = projectionOf(schema.keyof().options);
  return async (slug) => {
    // Skip the read if the path can't identify a form. DynamoDB would also reject a long path as a key.
    if (!isSlug(slug) && !isFormId(slug)) return undefined;
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { slug }, ConsistentRead: true, ...projection }),
    );
    return Item && schema.parse(Item);
  };
}
