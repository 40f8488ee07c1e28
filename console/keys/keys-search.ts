/**
 * Defines the query parameters of the API keys screen, including whether the dialog for a new key is open.
 */
import { enumParam } from '../app/search-params.ts';

export interface KeysSearch {
  /** Stored in the URL, so that the dialog reopens with its draft after a reload or sign-in. */
  readonly new?: 'yes' | undefined;
}

export function keysSearch(search: Record<string, unknown>): KeysSearch {
  return { new: enumParam(search['new'], ['yes'] as const) };
}
