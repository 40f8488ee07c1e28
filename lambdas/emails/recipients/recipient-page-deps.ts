/** Creates the dependencies of the recipient pages, using the function's tables. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { changeMarkerStore } from '../../aws/change-marker-store.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { readEnvironment } from '../../environment.ts';
import { receivingConnections } from '../../auth/connections/receiving-connection-store.ts';
import { form } from '../../forms/form.ts';
import { nameAttributes, type LinkSubject } from '../../forms/recipients/recipient-link.ts';
import type { PageDeps } from './recipient-pages.ts';
import { recipientStore } from '../../forms/recipients/recipient-store.ts';

const formNames = form.pick({ form_id: true, name: true, app_recipients: true });
const accountNames = z.object({ account_id: z.string(), name: z.string() });

/** Creates the stores from the function's environment variables. */
export function recipientPageDeps() {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'BASE_URL',
    'CONNECTIONS_TABLE',
    'FORMS_TABLE',
    'MEMBERS_TABLE',
    'OAUTH_CLIENTS_TABLE',
    'RECIPIENTS_TABLE',
  );
  const db = documentClient();
  const deps = {
    recipients: recipientStore(db, environment.RECIPIENTS_TABLE),
    findNames: namesFinder(db, { forms: environment.FORMS_TABLE, accounts: environment.ACCOUNTS_TABLE }),
    mayReceive: receivingConnections(db, {
      accounts: environment.ACCOUNTS_TABLE,
      connections: environment.CONNECTIONS_TABLE,
      members: environment.MEMBERS_TABLE,
      oauthClients: environment.OAUTH_CLIENTS_TABLE,
    }),
    now: Date.now,
  };
  return { baseUrl: environment.BASE_URL, db, deps };
}

/**
 * Creates a function that updates the account's change marker when a recipient changes, because lists of
 * forms contain the recipients.
 */
export function recipientChanges(db: DocumentClient) {
  const markers = changeMarkerStore(db, readEnvironment('COUNTERS_TABLE').COUNTERS_TABLE);
  return { noteChange: (accountId: string) => markers.note(accountId, 'writes') };
}

function namesFinder(db: DocumentClient, tables: { forms: string; accounts: string }): PageDeps['findNames'] {
  const read = async (
    TableName: string,
    Key: Record<string, string>,
    attributes: readonly string[],
  ): Promise<unknown> => {
    const { Item } = await db.send(
      new GetCommand({
        TableName,
        Key,
        ConsistentRead: true,
        ProjectionExpression: attributes.map((attribute) => `#${attribute}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(
          attributes.map((attribute) => [`#${attribute}`, attribute]),
        ),
      }),
    );
    return Item;
  };
  return async ({ account_id, form_id }: LinkSubject) => {
    const [found, account] = await Promise.all([
      read(tables.forms, { account_id, form_id }, nameAttributes.form),
      read(tables.accounts, { account_id }, nameAttributes.account),
    ]);
    if (!found || !account) return undefined;
    return { form: formNames.parse(found), account: accountNames.parse(account) };
  };
}
