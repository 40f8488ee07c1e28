/** Defines the query parameters of the apps screen, including whether the dialog for a new app is open. */
import { enumParam } from '../app/search-params.ts';

export interface AppsSearch {
  /**
   * Whether the dialog is open. Stored in the URL, so that the dialog reopens with its draft after a reload
   * or sign-in.
   */
  readonly new?: 'yes' | undefined;
}

export function appsSearch(search: Record<string, unknown>): AppsSearch {
  return { new: enumParam(search['new'], ['yes'] as const) };
}
