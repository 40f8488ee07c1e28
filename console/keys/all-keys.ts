/** Reads all of the account's API keys and determines each key's status. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched, type Schema } from '../api/api-client.ts';

export type ApiKey = Schema<'ApiKey'>;

export const allKeysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/api-keys', { params: { query }, signal }))),
});

export function stateOfKey(
  { revoked_at, expires_at }: ApiKey,
  now = Date.now(),
): 'live' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'live';
}

/** Returns the active API keys that were created by this key, directly or through other keys. */
export function createdBy(of: ApiKey, all: readonly ApiKey[]): ApiKey[] {
  const children = all.filter(({ created_by }) => created_by === of.id);
  return children.flatMap((child) => [
    ...(stateOfKey(child) === 'live' ? [child] : []),
    ...createdBy(child, all),
  ]);
}
