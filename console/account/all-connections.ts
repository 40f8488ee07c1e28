/** Reads the connections between members and apps that the signed-in user can see. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched, type Schema } from '../api/api-client.ts';

export type Connection = Schema<'Connection'>;

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/connections', { params: { query }, signal }))),
});
