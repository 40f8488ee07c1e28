/** Reads a submission's replies, the addresses for a new reply, and the account's reply templates. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched } from '../api/api-client.ts';

export const templatesQuery = queryOptions({
  queryKey: ['reply templates'],
  queryFn: async ({ signal }) => {
    const all = await allPages((query) =>
      fetched(api.GET('/v1/reply-templates', { params: { query }, signal })),
    );
    return all.toSorted((a, b) => a.name.localeCompare(b.name));
  },
});

/** Reads the addresses and subject that the service would use for this user's reply. */
export const replyPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['reply preview', id],
    queryFn: ({ signal }) =>
      fetched(api.GET('/v1/submissions/{id}/replies/preview', { params: { path: { id } }, signal })),
  });

/** Reads the latest replies, including their text. */
export const repliesQuery = (id: string) =>
  queryOptions({
    queryKey: ['submission', id, 'replies'],
    queryFn: ({ signal }) =>
      allPages(
        (query) =>
          fetched(api.GET('/v1/submissions/{id}/replies', { params: { path: { id }, query }, signal })),
        2,
      ),
  });
