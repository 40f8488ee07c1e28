/**
 * Reads the items that determine an agent's access in one call (Accounts, ApiKeys, Connections, Forms,
 * Members and OauthClients tables). The reads are strongly consistent.
 */
import * as z from 'zod';
import { account, sessionAccountAttributes } from '../../accounts/account.ts';
import { apiKey } from '../../auth/keys/api-key.ts';
import {
  connectionKeys,
  connectionStateIn,
  type ConnectionTables,
} from '../../auth/connections/connection-principal-store.ts';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import type { SigningWebhook } from '../webhook.ts';
import { accessFormAttributes, type AccessState } from './subscription-access.ts';

export interface AccessTables extends ConnectionTables {
  readonly apiKeys: string;
  readonly forms: string;
}

const namedForm = z.object({ name: z.string() });
const accountStatus = account.pick({ suspended_at: true });

/** Creates a function that reads a subscription's current access to a form. */
export function accessReader(db: DocumentClient, tables: AccessTables) {
  const one = (Key: Record<string, string>) => ({ Keys: [Key], ConsistentRead: true });
  return async (
    { account_id, connection_id = '', app, key }: SigningWebhook,
    formId: string,
  ): Promise<AccessState> => {
    const token = app && { account_id, connection_id, ...app };
    const found = await batchGet(db, {
      [tables.accounts]: {
        ...one({ account_id }),
        ProjectionExpression: sessionAccountAttributes.join(', '),
      },
      ...(token && connectionKeys(tables, token)),
      ...(key && { [tables.apiKeys]: one({ key_hash: key.key_hash }) }),
      [tables.forms]: { ...one({ account_id, form_id: formId }), ...projectionOf(accessFormAttributes) },
    });
    return {
      connection: token && connectionStateIn(found, tables, token),
      key: apiKey.optional().parse(found[tables.apiKeys]?.[0]),
      account: accountStatus.optional().parse(found[tables.accounts]?.[0]),
      form: namedForm.optional().parse(found[tables.forms]?.[0]),
    };
  };
}
