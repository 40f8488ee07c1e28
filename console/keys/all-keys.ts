/** All keys of the account, and what state each is in. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';

export type ApiKey = Schema<'ApiKey'>;

const PAGE = 100;
const MOST_PAGES = 20;

export const allKeysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => {
    const all: ApiKey[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { data, next_cursor } = await fetched(api.GET('/v1/api-keys', { params: { query }, signal }));
      all.push(...data);
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return all;
  },
});

export function stateOfKey(
  { revoked_at, expires_at }: ApiKey,
  now = Date.now(),
): 'live' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'live';
}

/** The live keys that this one minted, and those that they minted. */
export function mintedBy(of: ApiKey, all: readonly ApiKey[]): ApiKey[] {
  const children = all.filter(({ created_by }) => created_by === of.id);
  return children.flatMap((child) => [
    ...(stateOfKey(child) === 'live' ? [child] : []),
    ...mintedBy(child, all),
  ]);
}
