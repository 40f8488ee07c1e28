/** Blocks a form's e-mails to addresses that bounced or complained (Recipients table). */
import { transact, failedConditions, type DocumentClient } from '../../aws/dynamodb.ts';
import type { LinkSubject } from '../../forms/recipients/recipient-link.ts';

export function recipientBlockStore(
  db: DocumentClient,
  tables: { readonly recipients: string; readonly formSlugs: string },
) {
  return {
    /**
     * Blocks a form's e-mails to a recipient. Does nothing if the form was deleted, or if the recipient
     * confirmed the address after the event.
     * @param at when the recipient's server or mail service reported the event, in ISO 8601 in UTC
     */
    async block(
      { form_id, recipient_id }: Pick<LinkSubject, 'form_id' | 'recipient_id'>,
      reason: 'bounced' | 'complained',
      at: string,
    ): Promise<void> {
      const attribute = `${reason}_at`;
      try {
        await transact(db, {
          TransactItems: [
            {
              ConditionCheck: {
                TableName: tables.formSlugs,
                Key: { slug: form_id },
                ConditionExpression: 'attribute_exists(slug)',
              },
            },
            {
              Update: {
                TableName: tables.recipients,
                Key: { owner_id: form_id, recipient_id },
                UpdateExpression: 'SET #attribute = :at',
                ConditionExpression:
                  '(attribute_not_exists(returned_at) OR returned_at <= :at) AND ' +
                  '(attribute_not_exists(#attribute) OR #attribute < :at)',
                ExpressionAttributeNames: { '#attribute': attribute },
                ExpressionAttributeValues: { ':at': at },
              },
            },
          ],
        });
      } catch (error) {
        if (!failedConditions(error)?.includes(true)) throw error;
      }
    },
  };
}
