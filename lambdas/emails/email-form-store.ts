/**
 * Reads the form attributes needed for e-mails (Forms table), but not the secret of the form's challenge.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { emailForm, emailRecipients, type EmailForm, type EmailRecipients } from '../forms/form.ts';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

/** Creates a store that reads the form attributes needed for e-mails. */
export function emailFormStore(db: DocumentClient, formsTable: string) {
  const attributes = projectionOf(emailForm.keyof().options);
  return {
    /** Returns the account's form, using a strongly consistent read. */
    async find(accountId: string, formId: string): Promise<EmailForm | undefined> {
      const Item = await read(db, formsTable, { account_id: accountId, form_id: formId }, attributes);
      return Item && emailForm.parse(Item);
    },
  };
}

/** Creates a store that reads forms' recipients. */
export function emailRecipientStore(db: DocumentClient, formsTable: string) {
  const attributes = projectionOf(emailRecipients.keyof().options);
  return {
    /** Returns the recipients of the account's form, using a strongly consistent read. */
    async find(accountId: string, formId: string): Promise<EmailRecipients | undefined> {
      const Item = await read(db, formsTable, { account_id: accountId, form_id: formId }, attributes);
      return Item && emailRecipients.parse(Item);
    },
  };
}

async function read(
  db: DocumentClient,
  TableName: string,
  Key: { account_id: string; form_id: string },
  attributes: ReturnType<typeof projectionOf>,
): Promise<Record<string, unknown> | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName, Key, ConsistentRead: true, ...attributes }));
  return Item;
}
