/** Defines the query parameters of the data requests screen. */
import { enumParam, textParam } from '../app/search-params.ts';

export interface DataRequestsSearch {
  /**
   * Whether the dialog for a new request is open. Stored in the URL, so that the dialog reopens with its
   * draft after a reload or sign-in.
   */
  readonly new?: 'yes' | undefined;
  /** E-mail address to prefill in the dialog. */
  readonly email?: string | undefined;
}

export function dataRequestsSearch(search: Record<string, unknown>): DataRequestsSearch {
  return { new: enumParam(search['new'], ['yes'] as const), email: textParam(search['email']) };
}
