/** Removes the recipients that an app has added to forms (Forms table). */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionHolds, projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { timestamp, type Clock } from '../../core/clock.ts';
import { Unavailable } from '../../core/errors/errors.ts';
import { form } from '../form.ts';
import { recipientFormAttributes, recipientsWithout } from './app-recipients.ts';

const recipientForm = form.pick({
  account_id: true,
  form_id: true,
  notify_emails: true,
  app_recipients: true,
  version: true,
});

export function connectionRecipientStore(db: DocumentClient, table: string, now: Clock) {
  return {
    /**
     * Removes all recipients of a connection.
     * @returns true if the connection had any recipients
     * @throws Unavailable when a form is being changed at the same time
     */
    async removeAll(accountId: string, connectionId: string): Promise<boolean> {
      let isAny = false;
      let after: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'by_creation',
            KeyConditionExpression: 'account_id = :account',
            ExpressionAttributeValues: { ':account': accountId },
            ...projectionOf(recipientFormAttributes),
            ConsistentRead: true,
            ExclusiveStartKey: after,
          }),
        );
        for (const found of z.array(recipientForm).parse(Items ?? [])) {
          const rest = recipientsWithout(connectionId, found);
          if (!rest) continue;
          isAny = true;
          const { account_id, form_id, version } = found;
          const update = new UpdateCommand({
            TableName: table,
            Key: { account_id, form_id },
            UpdateExpression:
              'SET notify_emails = :addresses, app_recipients = :of_apps, version = :next, updated_at = :now',
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: {
              ':addresses': rest.notify_emails,
              ':of_apps': rest.app_recipients,
              ':version': version,
              ':next': version + 1,
              ':now': timestamp(now()),
            },
          });
          if (!(await conditionHolds(db.send(update))))
            throw new Unavailable(`Another request is changing the form "${form_id}". Please try again.`);
        }
        after = LastEvaluatedKey;
      } while (after);
      return isAny;
    },
  };
}
