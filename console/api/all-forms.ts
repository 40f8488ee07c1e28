/** The forms that the caller may see, as many screens need them. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, type Schema } from './api-client.ts';

const PAGE = 100;
const MOST_PAGES = 10;

/** All forms, page by page; the first thousand are enough for lists and menus. */
export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: async ({ signal }) => {
    const all: Schema<'Form'>[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { data, next_cursor } = await fetched(api.GET('/v1/forms', { params: { query }, signal }));
      all.push(...data);
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return all;
  },
});
