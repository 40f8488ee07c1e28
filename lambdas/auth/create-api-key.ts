/** `POST /v1/api-keys`: creates an API key. */
import { accountKeyMint, type Minter } from './account-key-store.ts';
import { newApiKey, scopesOfType, toApiKeyView, type ApiKeyInput } from './api-key.ts';
import { actorOf, type KeyPrincipal, type MemberPrincipal } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { Forbidden, RateLimited, Unauthorized, ValidationFailed } from '../core/errors/errors.ts';
import type { Scope } from '../core/scope.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { mintingCounter } from './minting-cap.ts';
import { message } from '../core/errors/message.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from './management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createApiKey as operation } from './api-key-operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof accountKeyMint>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Creates an API key. No other response contains the full key. */
export function createApiKey({ keys, now, random }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    // Apps can't create keys, because the keys would outlive the app's connection.
    if (caller.type === 'connection') throw new Forbidden('Apps cannot create API keys.');
    const at = now();
    const input = withinReach(body, caller, at);
    const { key, stored } = newApiKey(caller, input, at, random, actorOf(caller).id);
    const cap = mintingCounter(caller.account_id, at);
    const audited = {
      cap,
      minter: minterOf(caller),
      audit: audit.rowOf({ id: stored.key_id, name: stored.name }),
    };
    switch (await keys.mint(stored, audited)) {
      case 'minted':
        break;
      case 'cap-reached':
        throw new RateLimited(
          `An account can create at most ${cap.limit} keys per hour. Try again later.`,
          Math.max(1, Math.ceil((cap.endsAt - at) / 1000)),
        );
      case 'minter-revoked':
        throw new Unauthorized(message(caller.type === 'member' ? 'session-ended' : 'key-not-valid'));
    }
    return {
      status: 201,
      body: { ...toApiKeyView(stored), key },
    };
  };
}

type Minting = KeyPrincipal | MemberPrincipal;

/**
 * Returns the key or member that creates the new key. The creator must still exist and have its permissions
 * when the key is stored.
 */
const minterOf = (caller: Minting): Minter =>
  caller.type === 'member' ? { member_id: caller.member_id } : { key_hash: caller.key_hash };

/**
 * Checks that the caller may create the key, and returns the key to create. The new key can't have scopes
 * that the caller lacks. It can't expire later than the caller's key, because a leaked key could otherwise
 * create a permanent one. Members can also create submission keys, although they can't submit forms
 * themselves.
 * @throws Forbidden, ValidationFailed
 */
function withinReach(input: ApiKeyInput, caller: Minting, at: number): ApiKeyInput {
  const wanted = input.scopes ?? scopesOfType[input.type];
  const own: readonly Scope[] = caller.type === 'member' ? [...caller.scopes, 'ingest'] : caller.scopes;
  const lacking = wanted.filter((each) => !own.includes(each));
  if (lacking.length > 0) {
    throw new Forbidden(
      `You can't create a key with scopes that you don't have: ${lacking.join(', ')}. Choose other "scopes".`,
    );
  }
  // By default, the new key expires with the key that created it.
  const end = caller.type === 'member' ? undefined : caller.expires_at;
  const expires_at = input.expires_at === undefined ? end : input.expires_at;
  if (typeof input.expires_at === 'string' && Date.parse(input.expires_at) <= at)
    throw badExpiry('must be in the future');
  const isBeyond = typeof expires_at !== 'string' || Date.parse(expires_at) > Date.parse(end ?? '');
  if (end !== undefined && isBeyond)
    throw badExpiry(`must not be later than ${end}, when the key that creates it expires`);
  return { ...input, expires_at };
}

const badExpiry = (reason: string) => new ValidationFailed([{ path: 'expires_at', message: reason }]);

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'ACCOUNT_KEYS_TABLE', 'API_KEYS_TABLE', 'COUNTERS_TABLE', 'MEMBERS_TABLE'],
  (db, environment) =>
    createApiKey({
      keys: accountKeyMint(db, {
        accountKeys: environment.ACCOUNT_KEYS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
        apiKeys: environment.API_KEYS_TABLE,
        counters: environment.COUNTERS_TABLE,
        members: environment.MEMBERS_TABLE,
      }),
      now: Date.now,
      random: systemRandom,
    }),
);
