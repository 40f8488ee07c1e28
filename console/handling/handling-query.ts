/** Defines the queries for the account's labels and for the members that submissions can be assigned to. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched } from '../api/api-client.ts';

const FRESH_MILLISECONDS = 30_000;

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: async ({ signal }) => (await fetched(api.GET('/v1/labels', { signal }))).data,
  staleTime: FRESH_MILLISECONDS,
});

export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: async ({ signal }) => (await fetched(api.GET('/v1/assignees', { signal }))).data,
  staleTime: FRESH_MILLISECONDS,
});
