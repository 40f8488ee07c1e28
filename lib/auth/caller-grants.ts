/** Defines the grants for functions that authenticate their caller. */
import { allOf, type Grant } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import type { Storage } from '../storage/storage.ts';

export interface CallerGrants {
  /**
   * Lets a function authenticate callers by API key or access token and check whether the account is
   * suspended.
   */
  readonly authenticateKey: Grant;
  /** Like `authenticateKey`, but also accepts session cookies. */
  readonly authenticate: Grant;
}

const known = new WeakMap<Storage, CallerGrants>();

/**
 * Returns the grants. Calls with the same `storage` return the same objects, so that other code can remove a
 * grant from a list.
 */
export function callerGrants(storage: Storage): CallerGrants {
  const grants = known.get(storage) ?? newCallerGrants(storage);
  known.set(storage, grants);
  return grants;
}

function newCallerGrants(storage: Storage): CallerGrants {
  const byKey = allOf(
    storage.apiKeys.grant('GetItem'),
    storage.accessTokens.grant('GetItem'),
    storage.grantReadAccountStatus,
    storage.grantReadConnection,
    storage.apiKeys.grantUpdateAttributes('last_used_at'),
  );
  return {
    authenticateKey: shared(storage, 'AuthenticateKey', byKey),
    authenticate: shared(storage, 'Authenticate', byKey, storage.grantReadSession),
  };
}
