/** Defines the URL of the keys screen: whether the dialog for a new key is open. */
import { enumParam } from '../app/search-params.ts';

export interface KeysSearch {
  /** Stored in the URL, so that the dialog and its draft reopen after a reload or sign-in. */
  readonly new?: 'yes' | undefined;
}

export function keysSearch(search: Record<string, unknown>): KeysSearch {
  return { new: enumParam(search['new'], ['yes'] as const) };
}
