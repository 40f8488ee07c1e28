/** What is asked at the door of a form (tables FormSlugs, Accounts, ApiKeys, AccessTokens, Counters, Idempotency). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { accessToken } from '../auth/access-token.ts';
import type { PreflightStore } from './preflight.ts';
import { apiKey } from '../auth/api-key.ts';
import { epochSeconds } from '../core/clock.ts';
import { ingestForm, isSlug } from '../forms/form.ts';
import { principalOfKey } from '../auth/principal.ts';
import { account } from '../accounts/account.ts';
import { batchGet } from '../aws/batch-get.ts';
import { counterStore } from '../aws/counters.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { principalOfStoredToken } from '../auth/principal-store.ts';
import { idempotencyKey, remembered } from './idempotency.ts';

export interface PreflightTables {
  readonly accessTokens: string;
  readonly accounts: string;
  readonly apiKeys: string;
  readonly counters: string;
  readonly slugs: string;
  /** For visits that may bring an idempotency key. */
  readonly idempotency?: string;
}

const counter = z.object({ used: z.int() });

export function preflightStore(db: DocumentClient, tables: PreflightTables): PreflightStore {
  const { idempotency: idempotencyTable = '' } = tables;
  return {
    async findForm(slug) {
      // No read for a path that names no form; the store would not even take a long one for a key.
      if (!isSlug(slug)) return undefined;
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.slugs, Key: { slug }, ConsistentRead: true }),
      );
      return Item && ingestForm.parse(Item);
    },

    async loadAccountState({ accountId, quotaCounter, bearer, idempotency, now }) {
      const rows = await batchGet(db, {
        [tables.accounts]: { Keys: [{ account_id: accountId }], ConsistentRead: true },
        [tables.counters]: { Keys: [{ counter: quotaCounter }], ConsistentRead: false },
        ...(bearer?.kind === 'key' && {
          [tables.apiKeys]: { Keys: [{ key_hash: bearer.hash }], ConsistentRead: true },
        }),
        ...(bearer?.kind === 'token' && {
          [tables.accessTokens]: { Keys: [{ token_hash: bearer.hash }], ConsistentRead: true },
        }),
        ...(idempotency && {
          [idempotencyTable]: {
            Keys: [idempotencyKey(idempotency.formId, idempotency.key)],
            ConsistentRead: true,
          },
        }),
      });
      const earlier = remembered.optional().parse(rows[idempotencyTable]?.[0]);
      const key = apiKey.optional().parse(rows[tables.apiKeys]?.[0]);
      const token = accessToken.optional().parse(rows[tables.accessTokens]?.[0]);
      return {
        account: account.optional().parse(rows[tables.accounts]?.[0]),
        quotaUsed: counter.optional().parse(rows[tables.counters]?.[0])?.used ?? 0,
        grant: token ? await principalOfStoredToken(db, tables.apiKeys, token, now) : principalOfKey(key),
        // TTL deletes up to two days late, so the time decides.
        remembered: earlier && earlier.expires_at > epochSeconds(now) ? earlier : undefined,
      };
    },

    count: counterStore(db, tables.counters).count,
  };
}
