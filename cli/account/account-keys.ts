/**
 * Creates, lists and revokes an account's keys for the operator. Works like the API, but doesn't limit the
 * number of new keys.
 */
import { changeMarkerStore } from '../../lambdas/aws/change-marker-store.ts';
import {
  accountKeyList,
  accountKeyMint,
  accountKeyRevocation,
  type RevokeOptions,
} from '../../lambdas/auth/keys/account-key-store.ts';
import {
  newApiKey,
  toApiKeyView,
  type ApiKeyInput,
  type ApiKeyView,
} from '../../lambdas/auth/keys/api-key.ts';
import type { Clock } from '../../lambdas/core/clock.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { accountRegistry } from './account-registry.ts';
import { operatorAudit } from '../operator-audit.ts';
import { LastManagementKey, NoSuchKey } from '../operator-errors.ts';
import type { ServiceConnection } from '../service-connection.ts';

/** Returns functions that manage the API keys of a service's accounts. */
export function accountKeys(service: ServiceConnection, now: Clock, random: RandomBytes) {
  const { db, tables } = service;
  const accounts = accountRegistry(service, now, random);
  const audit = operatorAudit(service, now, random);
  /** Updates the change marker, so that callers with a cached list of keys see the change. */
  const noteChange = (accountId: string): Promise<void> =>
    changeMarkerStore(db, tables.counters).note(accountId, 'writes');

  return {
    /**
     * Creates another key for an account. Only this result contains the full key.
     * @throws NoSuchAccount
     */
    async mint(accountId: string, input: ApiKeyInput): Promise<ApiKeyView & { key: string }> {
      const { key, stored } = newApiKey(await accounts.find(accountId), input, now(), random);
      const target = { type: 'api_key', id: stored.key_id, name: stored.name } as const;
      await accountKeyMint(db, tables).mint(stored, {
        audit: audit.rowOf(accountId, 'createApiKey', { target }),
      });
      await noteChange(accountId);
      return { ...toApiKeyView(stored), key };
    },

    /**
     * Lists all keys of an account, including revoked ones, newest first.
     * @throws NoSuchAccount
     */
    async list(accountId: string): Promise<ApiKeyView[]> {
      await accounts.find(accountId);
      return (await accountKeyList(db, tables).all(accountId)).map(toApiKeyView);
    },

    /**
     * Revokes a key and its access tokens immediately.
     * @throws NoSuchAccount, NoSuchKey, LastManagementKey
     */
    async revoke(accountId: string, keyId: string, options: RevokeOptions = {}): Promise<void> {
      await accounts.find(accountId);
      const row = ({ name }: { readonly name: string }) =>
        audit.rowOf(accountId, 'revokeApiKey', { target: { type: 'api_key', id: keyId, name } });
      const keys = accountKeyRevocation(db, tables);
      switch (await keys.revoke(accountId, keyId, now(), { ...options, audit: row })) {
        case 'revoked':
          return noteChange(accountId);
        case 'no-such-key':
          throw new NoSuchKey(accountId, keyId);
        case 'last-management-key':
          throw new LastManagementKey(keyId);
      }
    },
  };
}
