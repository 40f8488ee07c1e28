/** Stores, finds and lists apps (OauthClients table), and counts an account's apps (Accounts table). */
import { GetCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AuditPut } from '../core/audit-row.ts';
import { failedConditions, firstConditionHolds, transact, type DocumentClient } from '../aws/dynamodb.ts';
import { latestPage } from '../aws/latest-page.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { INSTALLATION, ownerOfApp } from '../core/ids.ts';
import { app, type App } from './app.ts';

/** Maximum number of apps per account. */
export const MAX_APPS = 50;

/** Maximum number of attempts to change an app while other callers are changing it. */
const MAX_ATTEMPTS = 10;

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

/**
 * Creates a reader for all accounts' apps and the installation's apps. All reads are strongly consistent.
 */
export function appReader(db: DocumentClient, table: string) {
  return {
    /**
     * Returns the app with this client id. The app can belong to any account. Doesn't read anything if the
     * client id is malformed.
     */
    async find(clientId: string): Promise<App | undefined> {
      const owner = ownerOfApp(clientId);
      if (owner === undefined) return undefined;
      const Key = { owner, client_id: clientId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item && app.parse(Item);
    },

    /** Lists the apps of an account or of the installation, newest first. */
    list: (owner: string, limit: number, after?: string) =>
      latestPage(db, { table, of: ['owner', owner], id: 'client_id', row: app }, limit, after),
  };
}

const given = (audit: AuditPut | undefined): Items => (audit ? [audit] : []);

/** Returns a condition that fails if the app has changed since it was read. */
const isUnchanged = ({ version }: Pick<App, 'version'>) => ({
  ConditionExpression: '#version = :version',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version },
});

/** Creates, changes and deletes apps. Each transaction also writes an audit log row. */
export function appStore(
  db: DocumentClient,
  tables: { readonly oauthClients: string; readonly accounts: string },
) {
  const apps = appReader(db, tables.oauthClients);

  return {
    /** Stores a new app, unless the account already has `MAX_APPS` apps. */
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
        ...given(audit),
      ];
      try {
        await transact(db, { TransactItems });
        return 'stored';
      } catch (error) {
        if (created.owner !== INSTALLATION && failedConditions(error)?.[0]) return 'too-many';
        throw error;
      }
    },

    /**
     * Replaces the app with the result of `plan`.
     * @param plan returns the changed app; called again if the app has changed in the meantime. If it throws,
     *   `change` rejects with the same error
     * @returns the changed app, or undefined if it no longer exists
     * @throws Unavailable when other callers keep changing the app
     */
    change(
      clientId: string,
      plan: (before: App) => App,
      audit?: (before: App) => AuditPut | undefined,
    ): Promise<App | undefined> {
      return retryOnConflict(clientId, (before) => {
        const after = plan(before);
        const Put = { TableName: tables.oauthClients, Item: after, ...isUnchanged(before) };
        return { after, items: [{ Put }, ...given(audit?.(before))] };
      });
    },

    /**
     * Deletes the app, which also ends its connections.
     * @param check can throw an error to prevent the deletion
     * @returns the deleted app, or undefined if it no longer existed
     * @throws Unavailable when other callers keep changing the app
     */
    remove(
      clientId: string,
      check: (before: App) => void = () => undefined,
      audit?: (before: App) => AuditPut | undefined,
    ): Promise<App | undefined> {
      return retryOnConflict(clientId, (before) => {
        check(before);
        const { owner, client_id } = before;
        const Delete = {
          TableName: tables.oauthClients,
          Key: { owner, client_id },
          ...isUnchanged(before),
        };
        return { after: before, items: [{ Delete }, ...count(owner, -1), ...given(audit?.(before))] };
      });
    },
  };

  async function retryOnConflict(
    clientId: string,
    plan: (before: App) => { after: App; items: Items },
  ): Promise<App | undefined> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const before = await apps.find(clientId);
      if (!before) return undefined;
      const { after, items } = plan(before);
      if (await firstConditionHolds(transact(db, { TransactItems: items }))) return after;
    }
    throw new Unavailable('The app is being changed by another request. Please try again.');
  }

  /**
   * Builds the update that changes the account's number of apps. The installation's apps aren't counted,
   * because their number isn't limited.
   */
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
      ExpressionAttributeValues: { ':by': by, ...(by === 1 && { ':most': MAX_APPS }) },
    };
    return [{ Update }];
  }
}
