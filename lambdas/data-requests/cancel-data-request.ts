/** `DELETE /v1/data-requests/{id}`: cancels a data request before it erases anything. */
import { managementHandler } from '../auth/management-handler.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, Unavailable } from '../core/errors/errors.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { endedRequest, type DataRequestStatus } from './data-request.ts';
import { cancelDataRequest as operation } from './data-request-operations.ts';
import { dataRequestQueue } from './data-request-queue.ts';
import { dataRequestStore } from './data-request-store.ts';
import type { RequestRecords } from './request-records.ts';
import { assertMayAnswer, ownedDataRequest } from './owned-data-request.ts';

interface Deps {
  readonly requests: Pick<RequestRecords, 'find' | 'replace'>;
  readonly queue: Pick<ReturnType<typeof dataRequestQueue>, 'send' | 'start'>;
  readonly now: Clock;
}

const CANCELLABLE: readonly DataRequestStatus[] = ['searching', 'ready', 'packing', 'cancelled'];
/** Maximum number of attempts if the search changes the request concurrently. */
const MAX_ATTEMPTS = 5;
/** Delay of the cleanup message in seconds, so that it arrives after the request has been canceled. */
const CLEANUP_SECONDS = 60;

/**
 * Cancels the request. The stored matches are then deleted in the background. Canceling a request twice has
 * no further effect.
 */
export function cancelDataRequest({ requests, queue, now }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayAnswer(caller);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const request = await ownedDataRequest(requests, caller, path['id']);
      if (!CANCELLABLE.includes(request.status)) break;
      // Queue the cleanup before canceling the request. A canceled request has no slot, so if this function
      // crashed after canceling it, nothing would trigger the cleanup.
      await queue.send({ request_id: request.kind }, CLEANUP_SECONDS).catch((error: unknown) => {
        throw new Unavailable(undefined, { cause: error });
      });
      const isDone =
        request.status === 'cancelled' ||
        (await requests.replace(request, endedRequest(request, { status: 'cancelled' }, now()), [
          audit.rowOf(request.kind, []),
        ]));
      if (isDone === undefined) continue;
      await queue.start(request);
      return { status: 204 };
    }
    throw new Conflict('The request can no longer be canceled. Read it again to see its status.');
  };
}

export const handler = managementHandler(
  operation,
  ['DATA_REQUESTS_QUEUE_URL', 'FORM_JOBS_TABLE'],
  (db, environment) =>
    cancelDataRequest({
      requests: dataRequestStore(db, environment.FORM_JOBS_TABLE),
      queue: dataRequestQueue(environment.DATA_REQUESTS_QUEUE_URL),
      now: Date.now,
    }),
);
