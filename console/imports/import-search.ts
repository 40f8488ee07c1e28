/** Defines the query parameters of the import screen. */
import { textParam } from '../app/search-params.ts';

export interface ImportSearch {
  /** Id of the import to show. Stored in the URL, so that the progress is still shown after a reload. */
  readonly import?: string | undefined;
}

export function importSearch(search: Record<string, unknown>): ImportSearch {
  return { import: textParam(search['import']) };
}
