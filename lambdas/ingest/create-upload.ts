/**
 * `POST /v1/f/{slug}/uploads`: returns a presigned URL and fields that let a browser upload a file before it
 * submits the form.
 */
import { documentClient, quotaClients } from '../aws/clients/dynamodb-client.ts';
import { principalsOf, principalTables } from '../auth/auth-deps.ts';
import { preflightStore } from './ingest-store.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { uploadStore } from '../files/upload-store.ts';
import { PRESIGNED_SECONDS, presignUploads, type PresignedUpload } from '../files/presigned-upload.ts';
import { loggedLookups } from './logged-lookups.ts';
import {
  preflight,
  assertQuotaLeft,
  assertWithinRate,
  type PreflightConfig,
  type PreflightStore,
} from './preflight.ts';
import { SECOND, timestamp } from '../core/clock.ts';
import { RefusalCounter } from './refusal-counter.ts';
import { countingRefusals } from './refused-posts.ts';
import { refusalCountStore } from '../forms/counts/refusal-count-store.ts';
import { assertFileAllowed } from './files/ingest-files.ts';
import { plans } from '../accounts/plans.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { newUpload, uploadInput, type Upload } from '../files/upload.ts';
import { isFromWebhook } from '../core/web/webhook-request.ts';
import { readEnvironment } from '../environment.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { jsonRequestBody } from '../http/body/request-body.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { validated } from '../http/validation.ts';
import { createUpload as operation } from './ingest-operations.ts';

interface Deps {
  readonly stores: PreflightStore;
  readonly refusals: Pick<RefusalCounter, 'count'>;
  readonly principals: Pick<PrincipalStore, 'touchLastUsed'>;
  readonly uploads: Pick<ReturnType<typeof uploadStore>, 'create'>;
  readonly presign: (upload: Upload) => Promise<PresignedUpload>;
  readonly config: PreflightConfig & { readonly random: RandomBytes };
}

/** Runs the same checks as for a form submission, and then reads the body. */
export function createUpload({ stores, principals, uploads, presign, config }: Deps) {
  return async ({
    event,
    path,
    runInBackground,
    logWith,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { headers } = event;
    const checked = await preflight(
      {
        slug: path['slug'] ?? '',
        sourceIp: event.requestContext.http.sourceIp,
        isFromWebhook: isFromWebhook(headers),
        origin: headers['origin'],
        authorization: headers['authorization'],
        idempotencyKey: undefined,
        isUpload: true,
      },
      loggedLookups(stores, logWith),
      config,
    );
    if (checked.principal) runInBackground(principals.touchLastUsed(checked.principal));
    assertWithinRate(checked);
    assertQuotaLeft(checked);
    const { form, now, plan } = checked;
    const input = validated(uploadInput, await jsonRequestBody(event));
    const upload = newUpload(form.form_id, input, now, config.random);
    assertFileAllowed(upload, plan);

    await uploads.create(upload);
    const { url, fields } = await presign(upload);
    const expires_at = timestamp(now + PRESIGNED_SECONDS * SECOND);
    return { status: 201, body: { upload_id: upload.upload_id, url, fields, expires_at } };
  };
}

const environment = readEnvironment(
  'ATTACHMENTS_BUCKET',
  'BASE_URL',
  'COUNTERS_TABLE',
  'FORM_SLUGS_TABLE',
  'PLANS',
  'UPLOADS_TABLE',
);
const db = documentClient();
const allPlans = plans.parse(environment.PLANS);

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  countingRefusals(createUpload, {
    principals: principalsOf(db),
    refusals: new RefusalCounter(refusalCountStore(db, environment.COUNTERS_TABLE), Date.now),
    stores: preflightStore(
      quotaClients(db),
      {
        ...principalTables(),
        counters: environment.COUNTERS_TABLE,
        slugs: environment.FORM_SLUGS_TABLE,
      },
      allPlans,
    ),
    uploads: uploadStore(db, environment.UPLOADS_TABLE),
    presign: presignUploads(s3Client(), environment.ATTACHMENTS_BUCKET),
    config: {
      now: Date.now,
      plans: allPlans,
      random: systemRandom,
      ownOrigin: new URL(environment.BASE_URL).origin,
    },
  }),
);
