import { dynamoDocuments } from '../aws/dynamodb.ts';
import { grantStore } from '../auth/principal-store.ts';
import { doorStore } from './preflight-store.ts';
import { s3Client } from '../aws/s3-client.ts';
import { uploadStore } from '../files/upload-store.ts';
import { TICKET_SECONDS, uploadTickets, type UploadTicket } from '../files/presigned-upload.ts';
import { admit, assertQuotaLeft, type DoorRules, type DoorStores } from './preflight.ts';
import { SECOND, timestamp } from '../core/clock.ts';
import { assertFileAllowed } from './ingest-files.ts';
import { plans } from '../accounts/plans.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { newUpload, uploadInput, type Upload } from '../files/upload.ts';
import { readEnvironment } from '../environment.ts';
import type { Grants } from '../http/authenticate.ts';
import { jsonRequestBody } from '../http/body/request-body.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { validated } from '../http/validation.ts';
import { createUpload as operation } from '../operations.ts';

interface Parts {
  readonly stores: DoorStores;
  readonly grants: Pick<Grants, 'noteUse'>;
  readonly uploads: Pick<ReturnType<typeof uploadStore>, 'create'>;
  readonly ticketFor: (upload: Upload) => Promise<UploadTicket>;
  readonly rules: DoorRules & { readonly random: RandomBytes };
}

/** A browser on its way to a form passes the same door as the form itself; its body is read after that. */
export function createUpload({ stores, grants, uploads, ticketFor, rules }: Parts) {
  return async ({ event, path, meanwhile }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { headers } = event;
    const admission = await admit(
      {
        slug: path['slug'] ?? '',
        sourceIp: event.requestContext.http.sourceIp,
        origin: headers['origin'],
        authorization: headers['authorization'],
        idempotencyKey: undefined,
        keyUsed: (grant) => meanwhile(grants.noteUse(grant)),
      },
      stores,
      rules,
    );
    assertQuotaLeft(admission);
    const { form, now, plan } = admission;
    const input = validated(uploadInput, jsonRequestBody(event));
    const upload = newUpload(form.form_id, input, now, rules.random);
    assertFileAllowed(upload, plan);

    await uploads.create(upload);
    const { url, fields } = await ticketFor(upload);
    const expires_at = timestamp(now + TICKET_SECONDS * SECOND);
    return { status: 201, body: { upload_id: upload.upload_id, url, fields, expires_at } };
  };
}

const environment = readEnvironment(
  'ACCESS_TOKENS_TABLE',
  'ACCOUNTS_TABLE',
  'API_KEYS_TABLE',
  'ATTACHMENTS_BUCKET',
  'BASE_URL',
  'COUNTERS_TABLE',
  'FORM_SLUGS_TABLE',
  'PLANS',
  'UPLOADS_TABLE',
);
const db = dynamoDocuments();
const keyTables = { accessTokens: environment.ACCESS_TOKENS_TABLE, apiKeys: environment.API_KEYS_TABLE };

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  createUpload({
    grants: grantStore(db, keyTables, Date.now),
    stores: doorStore(db, {
      ...keyTables,
      accounts: environment.ACCOUNTS_TABLE,
      counters: environment.COUNTERS_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
    }),
    uploads: uploadStore(db, environment.UPLOADS_TABLE),
    ticketFor: uploadTickets(s3Client(), environment.ATTACHMENTS_BUCKET),
    rules: { now: Date.now, plans: plans.parse(environment.PLANS), random: systemRandom },
  }),
);
