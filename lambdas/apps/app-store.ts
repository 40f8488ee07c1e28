/** Stores, finds and lists apps (table OauthClients), and counts those of an account (table Accounts). */
import { GetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuditPut } from '../audit/audit-event.ts';
import { failedConditions, firstConditionHolds, transact, type DocumentClient } from '../aws/dynamodb.ts';
import { INSTALLATION, ownerOfApp } from '../core/ids.ts';
import type { Page } from '../core/pagination.ts';
import { app, type App } from './app.ts';

/** How many apps an account may have. */
export const MOST_APPS = 50;

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** The apps of all accounts and of the installation; every read is strongly consistent. */
export function appReader(db: DocumentClient, table: string) {
  return {
    /** The app with this id, whoever owns it. A text that is no client id costs no read. */
    async find(clientId: string): Promise<App | undefined> {
      const owner = ownerOfApp(clientId);
      if (owner === undefined) return undefined;
      const Key = { owner, client_id: clientId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && app.parse(Item);
    },

    /** The apps of an account, or of the installation, newest first. */
    async list(owner: string, limit: number, after?: string): Promise<Page<App, string>> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: '#owner = :owner',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: { ':owner': owner },
          ScanIndexForward: false,
          ConsistentRead: true,
          // One row more than asked for tells whether there is a next page.
          Limit: limit + 1,
          ...(after !== undefined && { ExclusiveStartKey: { owner, client_id: after } }),
        }),
      );
      const all = z.array(app).parse(Items ?? []);
      const rows = all.slice(0, limit);
      return { rows, next: all.length > limit ? rows.at(-1)?.client_id : undefined };
    },
  };
}

/** Makes, changes and removes apps, each with its row in the audit log in one transaction. */
export function appStore(
  db: DocumentClient,
  tables: { readonly oauthClients: string; readonly accounts: string },
) {
  const keyOf = ({ owner, client_id }: Pick<App, 'owner' | 'client_id'>) => ({ owner, client_id });

  return {
    /** Stores a new app, unless its account has `MOST_APPS` already; then nothing is written. */
    async create(created: App, audit?: AuditPut): Promise<'stored' | 'too-many'> {
      const TransactItems: Items = [
        ...count(created.owner, 1),
        {
          Put: {
            TableName: tables.oauthClients,
            Item: created,
            ConditionExpression: 'attribute_not_exists(client_id)',
          },
        },
        ...(audit ? [audit] : []),
      ];
      try {
        await transact(db, { TransactItems });
        return 'stored';
      } catch (error) {
        if (created.owner !== INSTALLATION && failedConditions(error)?.[0]) return 'too-many';
        throw error;
      }
    },

    /** Stores the app as it is after a change; false when it was changed or removed in the meantime. */
    replace(before: App, after: App, audit?: AuditPut): Promise<boolean> {
      const Put = {
        TableName: tables.oauthClients,
        Item: after,
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': before.version },
      };
      return firstConditionHolds(transact(db, { TransactItems: [{ Put }, ...(audit ? [audit] : [])] }));
    },

    /** Removes the app; false when it was changed or removed in the meantime. Its connections are over from then on. */
    remove(removed: App, audit?: AuditPut): Promise<boolean> {
      const Delete = {
        TableName: tables.oauthClients,
        Key: keyOf(removed),
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': removed.version },
      };
      const TransactItems = [{ Delete }, ...count(removed.owner, -1), ...(audit ? [audit] : [])];
      return firstConditionHolds(transact(db, { TransactItems }));
    },
  };

  /** Counts the apps of an account; those of the installation have no limit. */
  function count(owner: string, by: 1 | -1): Items {
    if (owner === INSTALLATION) return [];
    const Update = {
      TableName: tables.accounts,
      Key: { account_id: owner },
      UpdateExpression: 'ADD oauth_clients :by',
      ConditionExpression:
        by === 1
          ? 'attribute_exists(account_id) AND (attribute_not_exists(oauth_clients) OR oauth_clients < :most)'
          : 'attribute_exists(account_id)',
      ExpressionAttributeValues: { ':by': by, ...(by === 1 && { ':most': MOST_APPS }) },
    };
    return [{ Update }];
  }
}
