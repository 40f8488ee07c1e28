/** Defines the query for the forms that the signed-in user can access, which all screens share. */
import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { api, fetched, type Schema } from './api-client.ts';

const MAX_PAGES = 10;

/** Reads all forms, page by page. Lists and menus show at most 1,000 forms. */
export const formsQuery = queryOptions({
  queryKey: ['forms'],
  queryFn: ({ signal }) =>
    allPages((query) => fetched(api.GET('/v1/forms', { params: { query }, signal })), MAX_PAGES),
});

const FORMS_PER_PAGE = 100;

/**
 * The same query for screens that show the forms' counts. The service counts in batches of ten seconds, so
 * polling every four seconds shows a count within 15 seconds. Even if nothing has changed, each poll gets a
 * 304 for every page, so long lists are polled less often.
 */
export const formCountsQuery = queryOptions({
  ...formsQuery,
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > FORMS_PER_PAGE ? 30_000 : 4_000),
});

/** Returns the names of these forms. Deleted forms are shown by id. */
export function namesOf(
  formIds: readonly string[],
  forms: readonly Pick<Schema<'Form'>, 'id' | 'name'>[],
): string[] {
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  return formIds.map((id) => names.get(id) ?? id);
}
