/** `GET /v1/data-requests/{id}`: returns a data request with its progress. */
import { s3Client } from '../aws/clients/s3-client.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { Clock } from '../core/clock.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toDataRequestView } from './data-request-view.ts';
import { getDataRequest as operation } from './data-request-operations.ts';
import { dataRequestStore } from './data-request-store.ts';
import type { RequestRecords } from './request-records.ts';
import { assertMayAnswer, ownedDataRequest } from './owned-data-request.ts';
import { zipStore } from './packing/zip-store.ts';

interface Deps {
  readonly requests: Pick<RequestRecords, 'find'>;
  readonly zips: Pick<ReturnType<typeof zipStore>, 'linkTo'>;
  readonly now: Clock;
}

export function getDataRequest({ requests, zips, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertMayAnswer(caller);
    const request = await ownedDataRequest(requests, caller, path['id']);
    return { status: 200, body: toDataRequestView(request, await zips.linkTo(request, now())) };
  };
}

export const handler = managementHandler(
  operation,
  ['EXPORTS_BUCKET', 'FORM_JOBS_TABLE'],
  (db, environment) =>
    getDataRequest({
      requests: dataRequestStore(db, environment.FORM_JOBS_TABLE),
      zips: zipStore(s3Client(), environment.EXPORTS_BUCKET),
      now: Date.now,
    }),
);
