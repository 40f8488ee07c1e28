/** What the address of the keys says: whether one is being created. */
import { oneOfParam } from '../app/search-params.ts';

export interface KeysSearch {
  /** In the address, so that what was typed is there again after a reload or signing in again. */
  readonly new?: 'yes' | undefined;
}

export function keysSearch(search: Record<string, unknown>): KeysSearch {
  return { new: oneOfParam(search['new'], ['yes'] as const) };
}
