/** Reads the account's apps. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched, type Schema } from '../api/api-client.ts';

export type App = Schema<'OauthClient'>;

export const allAppsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/oauth-clients', { params: { query }, signal }))),
});
