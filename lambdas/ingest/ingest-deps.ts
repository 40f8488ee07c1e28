/** What the functions that take in posts are made of. */
import type { DocumentClient } from '../aws/dynamodb.ts';
import { principalStore } from '../auth/principal-store.ts';
import { ingestStore } from './ingest-store.ts';
import { turnstile } from './turnstile-client.ts';
import { uploadStore } from '../files/upload-store.ts';
import type { IngestFileStore } from './ingest-files.ts';
import type { IngestConfig, IngestStore } from './ingest.ts';
import { plans } from '../accounts/plans.ts';
import { systemRandom } from '../core/random.ts';
import { readEnvironment } from '../environment.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';

export interface IngestDeps {
  readonly stores: IngestStore;
  readonly grants: Pick<PrincipalStore, 'touchLastUsed'>;
  readonly rules: IngestConfig;
}

/** The stores and rules of taking in, out of this function's environment. */
export function ingestDeps(db: DocumentClient): IngestDeps {
  const environment = readEnvironment(
    'ACCESS_TOKENS_TABLE',
    'ACCOUNTS_TABLE',
    'API_KEYS_TABLE',
    'ATTACHMENTS_BUCKET',
    'COUNTERS_TABLE',
    'FORM_SLUGS_TABLE',
    'IDEMPOTENCY_TABLE',
    'PLANS',
    'SPAM_RETENTION_DAYS',
    'SUBMISSIONS_TABLE',
    'TURNSTILE_VERIFY_URL',
    'UPLOADS_TABLE',
  );
  const keyTables = { accessTokens: environment.ACCESS_TOKENS_TABLE, apiKeys: environment.API_KEYS_TABLE };
  return {
    stores: ingestStore(
      db,
      {
        ...keyTables,
        accounts: environment.ACCOUNTS_TABLE,
        counters: environment.COUNTERS_TABLE,
        idempotency: environment.IDEMPOTENCY_TABLE,
        slugs: environment.FORM_SLUGS_TABLE,
        submissions: environment.SUBMISSIONS_TABLE,
        uploads: environment.UPLOADS_TABLE,
      },
      intakeFiles(uploadStore(db, environment.UPLOADS_TABLE), environment.ATTACHMENTS_BUCKET),
    ),
    grants: principalStore(db, keyTables, Date.now),
    rules: {
      now: Date.now,
      random: systemRandom,
      plans: plans.parse(environment.PLANS),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      verifyChallenge: turnstile(environment.TURNSTILE_VERIFY_URL),
    },
  };
}

/**
 * Where files are kept. Most posts bring none: the client of S3 is loaded when the first file comes, so that plain
 * posts do not wait for it at a cold start.
 */
function intakeFiles(uploads: ReturnType<typeof uploadStore>, bucket: string): IngestFileStore {
  let loading: Promise<Pick<IngestFileStore, 'findUploaded' | 'keep' | 'drop'>> | undefined;
  const attachments = () =>
    (loading ??= import('./attachments-on-demand.ts').then(({ attachmentsIn }) => attachmentsIn(bucket)));
  return {
    findUploads: uploads.findUploads,
    announce: uploads.announce,
    findUploaded: async (upload) => (await attachments()).findUploaded(upload),
    keep: async (submission, files) => (await attachments()).keep(submission, files),
    drop: async (submission) => (await attachments()).drop(submission),
  };
}
