/** `POST /v1/data-requests`: starts a search for a person's data. */
import { managementHandler } from '../auth/management-handler.ts';
import { auditedAddress } from '../core/audited-value.ts';
import type { Clock } from '../core/clock.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { addressKeyOf } from '../forms/rate-limit.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { newDataRequest, pathOfDataRequest } from './data-request.ts';
import { toDataRequestView } from './data-request-view.ts';
import { createDataRequest as operation } from './data-request-operations.ts';
import { dataRequestQueue } from './data-request-queue.ts';
import { dataRequestStore } from './data-request-store.ts';
import type { RequestRecords } from './request-records.ts';
import { assertMayAnswer } from './owned-data-request.ts';

interface Deps {
  readonly requests: Pick<RequestRecords, 'start'>;
  readonly queue: Pick<ReturnType<typeof dataRequestQueue>, 'start'>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Stores the request and queues its search. The audit log shows a digest instead of the address. */
export function createDataRequest({ requests, queue, now, random }: Deps) {
  return async ({ body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayAnswer(caller);
    const owner = { accountId: caller.account_id, key: caller.cursor_key };
    const request = newDataRequest(body, owner, now(), random);
    const row = audit.rowOf(request.kind, [
      { member: 'kind', to: [request.request_kind] },
      ...(body.email === undefined
        ? []
        : [{ member: 'email', to: [auditedAddress(body.email, addressKeyOf(caller.cursor_key))] }]),
    ]);
    const started = (await requests.start(undefined, request, row)) ?? request;
    await queue.start(started);
    return {
      status: 202,
      headers: { location: pathOfDataRequest(started) },
      body: toDataRequestView(started, undefined),
    };
  };
}

export const handler = managementHandler(
  operation,
  ['DATA_REQUESTS_QUEUE_URL', 'FORM_JOBS_TABLE'],
  (db, environment) =>
    createDataRequest({
      requests: dataRequestStore(db, environment.FORM_JOBS_TABLE),
      queue: dataRequestQueue(environment.DATA_REQUESTS_QUEUE_URL),
      now: Date.now,
      random: systemRandom,
    }),
);
