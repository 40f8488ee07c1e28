/** Reads the account attributes that e-mail previews show (Accounts table). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { previewAccount, type PreviewAccount } from '../accounts/account.ts';
import { projectionOf, type DocumentClient } from '../aws/dynamodb.ts';

export function previewAccountStore(db: DocumentClient, table: string) {
  const projection = projectionOf(previewAccount.keyof().options);
  return {
    /**
     * Returns the account. Uses an eventually consistent read, because a preview may be slightly out of date.
     */
    async find(account_id: string): Promise<PreviewAccount | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { account_id }, ...projection }),
      );
      return Item && previewAccount.parse(Item);
    },
  };
}
