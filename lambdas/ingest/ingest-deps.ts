/** Creates the dependencies of ingest: stores, clients, and configuration from the environment. */
import { setTimeout as pause } from 'node:timers/promises';
import { bucketOrigin } from '../aws/bucket-origin.ts';
import { quotaClients } from '../aws/clients/dynamodb-client.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { principalsOf, principalTables } from '../auth/auth-deps.ts';
import { refusalCountStore } from '../forms/counts/refusal-count-store.ts';
import { ingestStore } from './ingest-store.ts';
import { RefusalCounter } from './refusal-counter.ts';
import { turnstile } from './challenge/turnstile-client.ts';
import { uploadStore } from '../files/upload-store.ts';
import type { IngestFileStore } from '../files/incoming-file.ts';
import type { IngestConfig, IngestStore } from './ingest.ts';
import { plans } from '../accounts/plans.ts';
import { TextMemory } from '../spam/text-memory.ts';
import { lazy } from '../core/lazy.ts';
import { systemRandom } from '../core/random.ts';
import { readEnvironment } from '../environment.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { memoryFileBuffer } from '../http/body/file-buffer.ts';
import { bodyInMemory, type ReceivedBody } from '../http/body/received-body.ts';
import { bodyBytes } from '../http/body/request-body.ts';

export interface IngestDeps {
  readonly stores: IngestStore;
  readonly principals: Pick<PrincipalStore, 'touchLastUsed'>;
  readonly config: IngestConfig;
  /** Returns the request's body. Always returns the same object for the same event. */
  readonly bodyOf: (event: APIGatewayProxyEventV2) => ReceivedBody;
  /** Counts rejected submissions. */
  readonly refusals: Pick<RefusalCounter, 'count'>;
  /** Origin that browsers upload large files to, without a trailing slash. */
  readonly uploadOrigin: string;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
}

export function ingestDeps(db: DocumentClient): IngestDeps {
  const environment = readEnvironment(
    'ATTACHMENTS_BUCKET',
    'BASE_URL',
    'COUNTERS_TABLE',
    'FILES_ORIGIN',
    'FORM_SLUGS_TABLE',
    'IDEMPOTENCY_TABLE',
    'PLANS',
    'QUOTA_SHARE_OF_ONE_ADDRESS',
    'SPAM_RETENTION_DAYS',
    'SUBMISSIONS_TABLE',
    'TURNSTILE_VERIFY_URL',
    'UPLOADS_TABLE',
  );
  const allPlans = plans.parse(environment.PLANS);
  return {
    stores: ingestStore(
      quotaClients(db),
      {
        ...principalTables(),
        counters: environment.COUNTERS_TABLE,
        idempotency: environment.IDEMPOTENCY_TABLE,
        slugs: environment.FORM_SLUGS_TABLE,
        submissions: environment.SUBMISSIONS_TABLE,
        uploads: environment.UPLOADS_TABLE,
      },
      allPlans,
      fileStore(uploadStore(db, environment.UPLOADS_TABLE), environment.ATTACHMENTS_BUCKET),
    ),
    baseUrl: environment.BASE_URL,
    uploadOrigin: bucketOrigin(environment.FILES_ORIGIN),
    principals: principalsOf(db),
    refusals: new RefusalCounter(refusalCountStore(db, environment.COUNTERS_TABLE), Date.now),
    bodyOf: (event) => bodyInMemory(bodyBytes(event)),
    config: {
      now: Date.now,
      ownOrigin: new URL(environment.BASE_URL).origin,
      fileBuffer: memoryFileBuffer,
      random: systemRandom,
      plans: allPlans,
      texts: new TextMemory(),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      pause,
      quotaShareOfOneAddress: environment.QUOTA_SHARE_OF_ONE_ADDRESS,
      loadDisposableDomains: lazy(
        async () => (await import('../spam/disposable-domains.ts')).isDisposableDomain,
      ),
      loadPatterns: lazy(async () => (await import('../forms/fields/pattern-engine.ts')).acceptedPattern),
      verifyChallenge: turnstile(environment.TURNSTILE_VERIFY_URL),
    },
  };
}

/**
 * Creates the file store, which loads the S3 client when the first file arrives. Most submissions have no
 * files, so they don't wait for the client during a cold start.
 */
function fileStore(uploads: ReturnType<typeof uploadStore>, bucket: string): IngestFileStore {
  let loading: Promise<Pick<IngestFileStore, 'findUploaded' | 'keep' | 'drop'>> | undefined;
  const attachments = () =>
    (loading ??= import('./files/attachments-on-demand.ts').then(({ attachmentsIn }) =>
      attachmentsIn(bucket),
    ));
  return {
    findUploads: uploads.findUploads,
    announce: uploads.announce,
    findUploaded: async (upload) => (await attachments()).findUploaded(upload),
    keep: async (submission, files) => (await attachments()).keep(submission, files),
    drop: async (submission) => (await attachments()).drop(submission),
  };
}
