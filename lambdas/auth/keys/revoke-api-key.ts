/** `DELETE /v1/api-keys/{id}`: revokes an API key. */
import { accountKeyRevocation } from './account-key-store.ts';
import type { Clock } from '../../core/clock.ts';
import { Conflict, NotFound } from '../../core/errors/errors.ts';
import { isKeyId } from '../../core/ids.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import { managementHandler } from '../management-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { revokeApiKey as operation } from './api-key-operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof accountKeyRevocation>;
  readonly now: Clock;
}

/**
 * Revokes an API key. Later requests with the key or one of its tokens are rejected. Revoking a key twice
 * isn't an error.
 */
export function revokeApiKey({ keys, now }: Deps) {
  return async ({
    path: { id = '' },
    query,
    caller,
    audit,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const result = isKeyId(id)
      ? await keys.revoke(caller.account_id, id, now(), {
          cascade: query.cascade === 'true',
          audit: ({ name }) => audit.rowOf({ id, name }),
        })
      : 'no-such-key';
    switch (result) {
      case 'revoked':
        return { status: 204 };
      case 'no-such-key':
        throw new NotFound(`There is no key "${id}".`);
      case 'last-management-key':
        throw new Conflict(
          'This is the account\'s last key with the scope "admin" that doesn\'t expire. Create another one before you revoke it.',
        );
    }
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'ACCOUNT_KEYS_TABLE', 'API_KEYS_TABLE'],
  (db, environment) =>
    revokeApiKey({
      keys: accountKeyRevocation(db, {
        accountKeys: environment.ACCOUNT_KEYS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
        apiKeys: environment.API_KEYS_TABLE,
      }),
      now: Date.now,
    }),
);
