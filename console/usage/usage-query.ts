/** Defines the query for the account's usage, which the usage screen and the quota banner share. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched } from '../api/api-client.ts';

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => fetched(api.GET('/v1/usage', { signal })),
  staleTime: 60_000,
});
