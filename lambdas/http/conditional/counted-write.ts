/** Counts a change that a caller makes in the account's change marker, so that no list hides it from the caller. */
import type { ChangeMarkers } from '../../aws/change-marker-store.ts';
import { isProblem } from '../../core/errors.ts';
import type { Caller } from '../../core/caller.ts';
import type { HttpRequest } from '../http-handler.ts';
import type { HttpResponse } from '../http-response.ts';
import type { KeyedOperation } from '../operation.ts';
import { problemStatuses } from '../problem-document.ts';

/**
 * The marker is written after the change and before the response: a list that is read in between has the old tag. When it
 * cannot be written the response stays what it is; lists then show the change within the hour.
 */
export function countedWrite<Op extends KeyedOperation>(
  markers: Pick<ChangeMarkers, 'note'>,
  respond: (request: HttpRequest<Op>) => Promise<HttpResponse>,
): (request: HttpRequest<Op>) => Promise<HttpResponse> {
  return async (request) => {
    const { account_id } = request.caller as Caller;
    const count = (): void => request.runInBackground(markers.note(account_id, 'writes'));
    try {
      const response = await respond(request);
      count();
      return response;
    } catch (error) {
      // What failed on this side may be stored all the same.
      if (!isProblem(error) || problemStatuses[error.slug] >= 500) count();
      throw error;
    }
  };
}
