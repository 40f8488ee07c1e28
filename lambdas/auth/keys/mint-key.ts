/** Stores a new API key for a caller, within the limits that apply to keys created through the API. */
import { actorOf, type KeyPrincipal, type MemberPrincipal, type Principal } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { Conflict, Forbidden, RateLimited, Unauthorized } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Scope } from '../../core/scope.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { RequestAudit } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { accountKeyMint, type Minter } from './account-key-store.ts';
import { endOfRolledKey, newApiKey, toApiKeyView, type ApiKey, type ApiKeyInput } from './api-key.ts';
import { mintingCounter } from './minting-cap.ts';

export interface MintDeps {
  readonly keys: ReturnType<typeof accountKeyMint>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Environment variables that contain the tables for creating keys. */
export const mintTables = [
  'ACCOUNTS_TABLE',
  'ACCOUNT_KEYS_TABLE',
  'API_KEYS_TABLE',
  'COUNTERS_TABLE',
  'MEMBERS_TABLE',
] as const;

/** Creates the store for new keys, using the table names from the environment. */
export const mintOf = (db: DocumentClient, environment: Record<(typeof mintTables)[number], string>) =>
  accountKeyMint(db, {
    accountKeys: environment.ACCOUNT_KEYS_TABLE,
    accounts: environment.ACCOUNTS_TABLE,
    apiKeys: environment.API_KEYS_TABLE,
    counters: environment.COUNTERS_TABLE,
    members: environment.MEMBERS_TABLE,
  });

/** A caller that may create keys. Apps can't, because the keys would outlive the app's connection. */
export type Minting = KeyPrincipal | MemberPrincipal;

/** @throws Forbidden for apps */
export function assertMayMint(caller: Principal): asserts caller is Minting {
  if (caller.type === 'connection') throw new Forbidden('Apps cannot create API keys.');
}

/**
 * Checks that the caller has these scopes, because it could otherwise use the new key to get them. Members
 * can also create submission keys, although they can't submit forms themselves.
 * @throws Forbidden
 */
export function assertHasScopes(caller: Minting, wanted: readonly Scope[]): void {
  const own: readonly Scope[] = caller.type === 'member' ? [...caller.scopes, 'ingest'] : caller.scopes;
  const lacking = wanted.filter((each) => !own.includes(each));
  if (lacking.length > 0)
    throw new Forbidden(
      `You can't create a key with scopes that you don't have: ${lacking.join(', ')}. Choose other "scopes".`,
    );
}

interface Replacement {
  readonly key: ApiKey;
  /** How long the replaced key stays valid. */
  readonly overlapSeconds: number;
}

/**
 * Stores the key and returns the response, which is the only one that contains the full key.
 * @param replaced the key that the new one replaces, if any
 * @throws RateLimited when the account has created too many keys within an hour
 * @throws Unauthorized when the caller lost its access in the meantime
 * @throws Conflict when the key to replace was revoked or replaced in the meantime
 */
export async function mintKey(
  { keys, now, random }: MintDeps,
  { caller, audit, input }: { caller: Minting; audit: Pick<RequestAudit, 'rowOf'>; input: ApiKeyInput },
  replaced?: Replacement,
): Promise<HttpResponse> {
  const at = now();
  const { key, stored } = newApiKey(caller, input, at, random, actorOf(caller).id);
  const cap = mintingCounter(caller.account_id, at);
  const target = replaced?.key ?? stored;
  const result = await keys.mint(stored, {
    cap,
    minter: minterOf(caller),
    audit: audit.rowOf({ id: target.key_id, name: target.name }),
    ...(replaced && {
      replaces: {
        key_hash: replaced.key.key_hash,
        until: endOfRolledKey(replaced.key, replaced.overlapSeconds, at),
      },
    }),
  });
  switch (result) {
    case 'minted':
      return { status: 201, body: { ...toApiKeyView(stored), key } };
    case 'cap-reached':
      throw new RateLimited(
        `An account can create at most ${cap.limit} keys per hour. Try again later.`,
        Math.max(1, Math.ceil((cap.endsAt - at) / 1000)),
      );
    case 'minter-revoked':
      throw new Unauthorized(message(caller.type === 'member' ? 'session-ended' : 'key-not-valid'));
    case 'replaced-before':
      throw notReplaceable();
  }
}

/** Error for a key that was revoked, has expired or was already replaced. */
export const notReplaceable = (): Conflict =>
  new Conflict("This key was revoked, has expired or was already rolled, so it can't be rolled.");

/**
 * Returns the key or member that creates the new key. The transaction that stores the key checks that its
 * creator is still allowed to create it.
 */
const minterOf = (caller: Minting): Minter =>
  caller.type === 'member'
    ? { member_id: caller.member_id }
    : { key_hash: caller.key_hash, expires_at: caller.expires_at };
