/** Reads the attributes of a form that e-mails need (table Forms), without the secret of its challenge. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { emailForm, type EmailForm } from '../forms/form.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

const ATTRIBUTES = emailForm.keyof().options;

export function emailFormStore(db: DocumentClient, formsTable: string) {
  return {
    /** The account's form, strongly consistent. */
    async find(accountId: string, formId: string): Promise<EmailForm | undefined> {
      const { Item } = await db.send(
        new GetCommand({
          TableName: formsTable,
          Key: { account_id: accountId, form_id: formId },
          ConsistentRead: true,
          ProjectionExpression: ATTRIBUTES.map((name) => `#${name}`).join(', '),
          ExpressionAttributeNames: Object.fromEntries(ATTRIBUTES.map((name) => [`#${name}`, name])),
        }),
      );
      return Item && emailForm.parse(Item);
    },
  };
}
