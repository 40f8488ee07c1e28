/** `POST /v1/data-requests/{id}/confirm`: confirms that the service may erase the data found. */
import { managementHandler } from '../auth/management-handler.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors/errors.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toDataRequestView } from './data-request-view.ts';
import { confirmDataRequest as operation } from './data-request-operations.ts';
import { dataRequestQueue } from './data-request-queue.ts';
import { dataRequestStore } from './data-request-store.ts';
import type { RequestRecords } from './request-records.ts';
import { assertMayAnswer, ownedDataRequest } from './owned-data-request.ts';

interface Deps {
  readonly requests: Pick<RequestRecords, 'find' | 'start'>;
  readonly queue: Pick<ReturnType<typeof dataRequestQueue>, 'start'>;
  readonly now: Clock;
}

export function confirmDataRequest({ requests, queue, now }: Deps) {
  return async ({ path, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayAnswer(caller, ['read', 'write']);
    const request = await ownedDataRequest(requests, caller, path['id']);
    const { expires_at: _, ...rest } = request;
    const confirmed =
      request.request_kind === 'erase' && request.status === 'ready'
        ? await requests.start(
            request,
            { ...rest, status: 'erasing', confirmed_at: timestamp(now()) },
            audit.rowOf(request.kind, [{ member: 'submissions', to: [String(request.counts.submissions)] }]),
          )
        : undefined;
    if (!confirmed)
      throw new Conflict('Only an erasure with the status "ready" can be confirmed. Read the request again.');
    await queue.start(confirmed);
    return { status: 202, body: toDataRequestView(confirmed, undefined) };
  };
}

export const handler = managementHandler(
  operation,
  ['DATA_REQUESTS_QUEUE_URL', 'FORM_JOBS_TABLE'],
  (db, environment) =>
    confirmDataRequest({
      requests: dataRequestStore(db, environment.FORM_JOBS_TABLE),
      queue: dataRequestQueue(environment.DATA_REQUESTS_QUEUE_URL),
      now: Date.now,
    }),
);
