/** The forms that the caller may see, as many screens need them. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { api, fetched } from './api-client.ts';

const MOST_PAGES = 10;

/** All forms, page by page; the first thousand are enough for lists and menus. */
export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/forms', { params: { query }, signal })), MOST_PAGES),
});
