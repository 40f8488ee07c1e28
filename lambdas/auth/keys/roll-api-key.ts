/** `POST /v1/api-keys/{id}/roll`: replaces an API key with a new one. */
import { Forbidden, NotFound } from '../../core/errors/errors.ts';
import { isKeyId } from '../../core/ids.ts';
import { systemRandom } from '../../core/random.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { accountKeyList } from './account-key-store.ts';
import { rollApiKey as operation } from './api-key-operations.ts';
import { isLive, scopesOf, type ApiKey } from './api-key.ts';
import { managementHandler } from '../management-handler.ts';
import {
  assertHasScopes,
  assertMayMint,
  mintKey,
  mintOf,
  mintTables,
  notReplaceable,
  type MintDeps,
  type Minting,
} from './mint-key.ts';

interface Deps extends MintDeps {
  readonly list: Pick<ReturnType<typeof accountKeyList>, 'one'>;
}

/**
 * Creates a key with the same type, name, scopes and expiry, and lets the old key expire after the overlap.
 * Both changes are in one transaction, so only one of several concurrent requests succeeds.
 */
export function rollApiKey(deps: Deps) {
  return async ({
    path: { id = '' },
    body,
    caller,
    audit,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayMint(caller);
    const [key] = isKeyId(id) ? await deps.list.one(caller.account_id, id) : [];
    if (!key) throw new NotFound(`There is no key "${id}".`);
    assertHasScopes(caller, scopesOf(key));
    assertOutlives(caller, key);
    if (!isLive(key, deps.now()) || key.replaced_by !== undefined) throw notReplaceable();
    const { type, name, scopes, expires_at } = key;
    const input = { type, name, ...(scopes && { scopes }), expires_at: expires_at ?? null };
    return mintKey(deps, { caller, audit, input }, { key, overlapSeconds: body.overlap_seconds });
  };
}

/**
 * Checks that the caller's key doesn't expire before the key to roll, because a leaked key could otherwise be
 * used to get a key that lasts longer.
 * @throws Forbidden
 */
function assertOutlives(caller: Minting, { expires_at }: ApiKey): void {
  if (caller.type === 'member' || caller.expires_at === undefined) return;
  if (expires_at === undefined || expires_at > caller.expires_at)
    throw new Forbidden(
      'The key that you use expires before the key that you want to roll. Use a key that lasts longer.',
    );
}

export const handler = managementHandler(operation, mintTables, (db, environment) =>
  rollApiKey({
    keys: mintOf(db, environment),
    list: accountKeyList(db, {
      accountKeys: environment.ACCOUNT_KEYS_TABLE,
      apiKeys: environment.API_KEYS_TABLE,
    }),
    now: Date.now,
    random: systemRandom,
  }),
);
