/** Reads the forms that the caller can see, for all screens that need them. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { api, fetched } from './api-client.ts';

const MAX_PAGES = 10;

/** All forms, read page by page. Lists and menus show at most the first thousand. */
export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/forms', { params: { query }, signal })), MAX_PAGES),
});
