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

/** Returns the names of these forms. For a deleted form, its id is shown instead. */
export function namesOf(
  formIds: readonly string[],
  forms: readonly Pick<Schema<'Form'>, 'id' | 'name'>[],
): string[] {
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  return formIds.map((id) => names.get(id) ?? id);
}
