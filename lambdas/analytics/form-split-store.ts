/**
 * Spreads the new submissions of a hot form over several partitions (Forms and FormSlugs tables,
 * docs/decisions/0054).
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  conditionHolds,
  firstConditionHolds,
  projectionOf,
  transact,
  type DocumentClient,
} from '../aws/dynamodb.ts';
import { PIECES } from '../core/submission-pieces.ts';
import { form, splitFormAttributes } from '../forms/form.ts';
import { copyUpdates } from '../forms/form-copy-store.ts';
import type { FormOfSubmission } from './hot-forms.ts';

const splitForm = form.pick({ slug: true, version: true, pieces: true });

export function formSplitStore(
  db: DocumentClient,
  tables: { readonly forms: string; readonly formSlugs: string },
) {
  return {
    /**
     * Sets the form's number of pieces, first for functions that read submissions and then for ingest. This
     * way, no submission is stored in a piece that readers don't know about. Safe to repeat after a crash.
     * @returns false if the form was changed concurrently; the caller should then try again later
     */
    async split({ account_id, form_id }: FormOfSubmission): Promise<boolean> {
      const ofForm = { TableName: tables.forms, Key: { account_id, form_id } };
      const { Item } = await db.send(
        new GetCommand({ ...ofForm, ConsistentRead: true, ...projectionOf(splitFormAttributes) }),
      );
      if (!Item) return true;
      const { slug, version, pieces } = splitForm.parse(Item);
      if (pieces !== PIECES) {
        // Increment the version so that a concurrent change by the owner doesn't overwrite the number of
        // pieces.
        const isSet = await conditionHolds(
          db.send(
            new UpdateCommand({
              ...ofForm,
              UpdateExpression: 'SET pieces = :pieces, version = :next',
              ConditionExpression: 'version = :version',
              ExpressionAttributeValues: { ':pieces': PIECES, ':version': version, ':next': version + 1 },
            }),
          ),
        );
        if (!isSet) return false;
      }
      const TransactItems = copyUpdates(
        tables,
        { account_id, form_id, slug },
        { UpdateExpression: 'SET pieces = :pieces', ExpressionAttributeValues: { ':pieces': PIECES } },
      );
      return firstConditionHolds(transact(db, { TransactItems }));
    },
  };
}
