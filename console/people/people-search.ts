/** What the address of the people says: whether somebody is being invited. */
import { oneOfParam } from '../app/search-params.ts';

export interface PeopleSearch {
  /** In the address, so that what was typed is there again after a reload or signing in again. */
  readonly invite?: 'yes' | undefined;
}

export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  return { invite: oneOfParam(search['invite'], ['yes'] as const) };
}
