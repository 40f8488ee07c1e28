/** Defines the query parameters of the import screen. */
import { textParam } from '../app/search-params.ts';

export interface ImportSearch {
  /** The import to show. The URL contains this id, so that the progress is still shown after a reload. */
  readonly import?: string | undefined;
}

export function importSearch(search: Record<string, unknown>): ImportSearch {
  return { import: textParam(search['import']) };
}
