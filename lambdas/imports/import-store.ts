/** Stores imports (FormJobs table). Imports are deleted after a week, or together with their form. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionHolds, failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';
import type { AuditPut } from '../core/audit-row.ts';
import { epochSeconds, type Clock } from '../core/clock.ts';
import { formIdOfImport } from '../core/ids.ts';
import { hasEnded, storedImport, toImportItem, type StoredImport } from './import.ts';

export function importStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  return {
    /** Returns the import with this id, or undefined if the id isn't valid or is no longer known. */
    async find(id: string): Promise<StoredImport | undefined> {
      const form_id = formIdOfImport(id);
      if (form_id === undefined) return undefined;
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { form_id, kind: id }, ConsistentRead: true }),
      );
      const found = Item && storedImport.parse(Item);
      return found && found.expires_at > epochSeconds(now()) ? found : undefined;
    },

    /** Returns the form's imports that haven't ended, including expired ones that aren't deleted yet. */
    async unfinished(formId: string): Promise<StoredImport[]> {
      const found: StoredImport[] = [];
      let after: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'form_id = :form AND begins_with(kind, :prefix)',
            ExpressionAttributeValues: { ':form': formId, ':prefix': 'imp_' },
            ConsistentRead: true,
            ExclusiveStartKey: after,
          }),
        );
        found.push(
          ...z
            .array(storedImport)
            .parse(Items ?? [])
            .filter((each) => !hasEnded(each)),
        );
        after = LastEvaluatedKey;
      } while (after);
      return found;
    },

    /** Stores a new import and its audit log row. */
    create: (created: StoredImport, audit: AuditPut): Promise<void> =>
      transact(db, {
        TransactItems: [
          {
            Put: {
              TableName: table,
              Item: toImportItem(created),
              ConditionExpression: 'attribute_not_exists(form_id)',
            },
          },
          audit,
        ],
      }),

    /**
     * Replaces `before` with `after`, unless the stored import has changed or was deleted. Also writes the
     * audit log row.
     * @returns the stored import, or undefined if it had changed
     */
    async replace(
      before: StoredImport,
      after: StoredImport,
      audit?: AuditPut,
    ): Promise<StoredImport | undefined> {
      const next = { ...after, version: before.version + 1 };
      const put = {
        TableName: table,
        Item: toImportItem(next),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      };
      if (!audit) return (await conditionHolds(db.send(new PutCommand(put)))) ? next : undefined;
      try {
        await transact(db, { TransactItems: [{ Put: put }, audit] });
        return next;
      } catch (error) {
        if (failedConditions(error)?.includes(true) === true) return undefined;
        throw error;
      }
    },
  };
}
