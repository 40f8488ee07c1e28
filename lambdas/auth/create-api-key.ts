/** `POST /v1/api-keys`: mints an API key. */
import { accountKeyMint } from './account-key-store.ts';
import { newApiKey, toApiKeyView } from './api-key.ts';
import type { Clock } from '../core/clock.ts';
import { RateLimited } from '../core/errors.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { mintingCounter } from './minting-cap.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/problem-document.ts';
import { createApiKey as operation } from '../operations.ts';

interface Deps {
  readonly keys: ReturnType<typeof accountKeyMint>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Mints a key. This is the only response that holds the full key. */
export function createApiKey({ keys, now, random }: Deps) {
  return async ({ body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const at = now();
    const { key, stored } = newApiKey(caller, body, at, random);
    const cap = mintingCounter(caller.account_id, at);
    if ((await keys.mint(stored, cap)) === 'cap-reached') {
      throw new RateLimited(
        `An account mints at most ${cap.limit} keys an hour.`,
        Math.max(1, Math.ceil((cap.endsAt - at) / 1000)),
      );
    }
    return {
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { ...toApiKeyView(stored), key },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'ACCOUNT_KEYS_TABLE', 'API_KEYS_TABLE', 'COUNTERS_TABLE'],
  (db, environment) =>
    createApiKey({
      keys: accountKeyMint(db, {
        accountKeys: environment.ACCOUNT_KEYS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
        apiKeys: environment.API_KEYS_TABLE,
        counters: environment.COUNTERS_TABLE,
      }),
      now: Date.now,
      random: systemRandom,
    }),
);
