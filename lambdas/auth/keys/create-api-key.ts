/** `POST /v1/api-keys`: creates an API key. */
import { ValidationFailed } from '../../core/errors/errors.ts';
import { systemRandom } from '../../core/random.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { createApiKey as operation } from './api-key-operations.ts';
import { scopesOfType, type ApiKeyInput } from './api-key.ts';
import { managementHandler } from '../management-handler.ts';
import {
  assertHasScopes,
  assertMayMint,
  mintKey,
  mintOf,
  mintTables,
  type MintDeps,
  type Minting,
} from './mint-key.ts';

/** Creates an API key. No other response contains the full key. */
export function createApiKey(deps: MintDeps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayMint(caller);
    return mintKey(deps, { caller, audit, input: withinReach(body, caller, deps.now()) });
  };
}

/**
 * Checks that the caller may create the key, and returns the key to create. The new key can't have scopes
 * that the caller lacks. It can't expire later than the caller's key, because a leaked key could otherwise
 * create a permanent one.
 * @throws Forbidden, ValidationFailed
 */
function withinReach(input: ApiKeyInput, caller: Minting, at: number): ApiKeyInput {
  assertHasScopes(caller, input.scopes ?? scopesOfType[input.type]);
  // By default, let the new key expire at the same time as the key that creates it.
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

export const handler = managementHandler(operation, mintTables, (db, environment) =>
  createApiKey({ keys: mintOf(db, environment), now: Date.now, random: systemRandom }),
);
