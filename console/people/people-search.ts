/** Defines the query parameters of the people screen, including whether the invite dialog is open. */
import { enumParam } from '../app/search-params.ts';

export interface PeopleSearch {
  /** Stored in the URL, so that the dialog reopens with its draft after a reload or sign-in. */
  readonly invite?: 'yes' | undefined;
}

export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  return { invite: enumParam(search['invite'], ['yes'] as const) };
}
