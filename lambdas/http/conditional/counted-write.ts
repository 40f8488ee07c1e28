/** When a caller changes something, updates the account's change marker so that cached lists are refreshed. */
import type { ChangeMarkers } from '../../aws/change-marker-store.ts';
import { isProblem } from '../../core/errors/errors.ts';
import type { Caller } from '../../core/caller.ts';
import type { HttpRequest } from '../http-handler.ts';
import type { HttpResponse } from '../http-response.ts';
import type { KeyedOperation } from '../operation.ts';
import { problemStatuses } from '../problem-document.ts';

/**
 * Updates the change marker after the change and before the response. A list that is read between the change
 * and the update therefore gets the old ETag. If the marker can't be updated, the request still succeeds, and
 * cached lists show the change within an hour.
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
      // Also update the change marker after a server error, because the change might have been stored.
      if (!isProblem(error) || problemStatuses[error.slug] >= 500) count();
      throw error;
    }
  };
}
