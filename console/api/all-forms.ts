/** Defines the query that all screens use to read the forms that the signed-in user can access. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { api, fetched, type Schema } from './api-client.ts';

const MAX_PAGES = 10;

/** Reads up to 1,000 forms, page by page. Lists and menus don't show more than that. */
export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/forms', { params: { query }, signal })), MAX_PAGES),
});

const FORMS_PER_PAGE = 100;

/**
 * Reads the same forms and polls them, for screens that show the forms' counts. The service updates counts
 * every ten seconds, so polling every four seconds shows a new count within 15 seconds. Each poll requests
 * every page, even if nothing has changed, so long lists are polled less often.
 */
export const formCountsQuery = queryOptions({
  ...formsQuery,
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > FORMS_PER_PAGE ? 30_000 : 4_000),
});

/** Returns the names of the forms with these ids. For a deleted form, returns its id instead. */
export function namesOf(
  formIds: readonly string[],
  forms: readonly Pick<Schema<'Form'>, 'id' | 'name'>[],
): string[] {
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  return formIds.map((id) => names.get(id) ?? id);
}
