/** Creates the dependencies of the function that erases the data found by a data request. */
import type { S3Client } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { sqsClient } from '../../aws/clients/sqs-client.ts';
import { batchGet } from '../../aws/batch-get.ts';
import { deleteMatching } from '../../aws/delete-matching.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import { DAY } from '../../core/clock.ts';
import { ulidOf, ulidTime } from '../../core/ids.ts';
import { submissionKey } from '../../core/submission-pieces.ts';
import { readEnvironment, readIfGiven } from '../../environment.ts';
import { keyedAccount, keyedAccountAttributes } from '../../erasure/erase-person.ts';
import { personErasureStore, type PersonErasureTables } from '../../erasure/person-erasure-store.ts';
import {
  submissionErasureStore,
  type SubmissionErasureTables,
} from '../../erasure/submission-erasure-store.ts';
import { importFileStore } from '../../imports/import-file-store.ts';
import { importStore } from '../../imports/import-store.ts';
import { forgetSubmissions } from '../../submissions/search-index/forget-submissions.ts';
import { searchIndexDeps } from '../../submissions/search-index/search-index-deps.ts';
import { submission } from '../../submissions/submission.ts';
import { dataRequestStore } from '../data-request-store.ts';
import type { StageRetention } from '../certificate.ts';
import type { SearchDeps } from '../search-step.ts';
import { searchedSubmissionStore } from '../searched-submission-store.ts';
import type { DataRequestDeps } from '../work-on-request.ts';
import type { RequestRecords } from '../request-records.ts';
import { zipStore } from '../packing/zip-store.ts';
import { copiesStore } from './copies-store.ts';
import { eraseStep, type EraseDeps } from './erase-step.ts';
import { erasedBatchStore } from './erased-batch-store.ts';
import { leftoversStore, type LeftoverNames } from './leftovers-store.ts';
import { stopImports } from './stopped-imports.ts';

/**
 * Age (in milliseconds) at which a submission's idempotency item no longer exists, because DynamoDB deletes
 * expired items within a few days.
 */
const IDEMPOTENCY_ITEMS_ARE_GONE = 8 * DAY;

interface EraseNames {
  readonly tables: PersonErasureTables & SubmissionErasureTables & { readonly formJobs: string };
  readonly attachments: string;
  readonly exports: string;
  readonly leftovers: LeftoverNames;
  readonly retention: StageRetention;
}

/** Returns the names of the tables and buckets, and the stage's settings, from the environment. */
function eraseNames(): EraseNames {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'ATTACHMENTS_BUCKET',
    'COUNTERS_TABLE',
    'DEAD_LETTER_QUEUES',
    'DELIVERIES_TABLE',
    'EMAILS_TABLE',
    'ERASURES_QUEUE_URL',
    'EXPORTS_BUCKET',
    'FAILED_RECORDS_BUCKETS',
    'FORM_JOBS_TABLE',
    'FORMS_TABLE',
    'IDEMPOTENCY_TABLE',
    'IDENTITIES_TABLE',
    'INVITATIONS_TABLE',
    'LOG_RETENTION_DAYS',
    'MEMBERS_TABLE',
    'RECIPIENTS_TABLE',
    'REPLIES_TABLE',
    'SUBMISSIONS_TABLE',
    'UPLOADS_TABLE',
    'WEBHOOKS_TABLE',
  );
  return {
    attachments: environment.ATTACHMENTS_BUCKET,
    exports: environment.EXPORTS_BUCKET,
    retention: {
      logDays: environment.LOG_RETENTION_DAYS,
      backupDays: readIfGiven('BACKUP_RETENTION_DAYS'),
    },
    leftovers: {
      deadLetterQueues: environment.DEAD_LETTER_QUEUES.map(
        // Replace the name in this URL, because the URLs of the stage's queues differ only in their names.
        (queue) => environment.ERASURES_QUEUE_URL.replace(/[^/]+$/, queue),
      ),
      buckets: Object.values(environment.FAILED_RECORDS_BUCKETS),
    },
    tables: {
      accounts: environment.ACCOUNTS_TABLE,
      counters: environment.COUNTERS_TABLE,
      deliveries: environment.DELIVERIES_TABLE,
      emails: environment.EMAILS_TABLE,
      formJobs: environment.FORM_JOBS_TABLE,
      forms: environment.FORMS_TABLE,
      idempotency: environment.IDEMPOTENCY_TABLE,
      identities: environment.IDENTITIES_TABLE,
      invitations: environment.INVITATIONS_TABLE,
      members: environment.MEMBERS_TABLE,
      recipients: environment.RECIPIENTS_TABLE,
      replies: environment.REPLIES_TABLE,
      submissions: environment.SUBMISSIONS_TABLE,
      uploads: environment.UPLOADS_TABLE,
      webhooks: environment.WEBHOOKS_TABLE,
    },
  };
}

/** Creates the dependencies for one batch of work. */
export function eraseDeps(
  db: DocumentClient,
  s3: S3Client,
  { tables, attachments, exports, leftovers, retention }: EraseNames,
  { requests, ...search }: SearchDeps & { readonly requests: RequestRecords },
): EraseDeps {
  const batches = erasedBatchStore(db, tables.formJobs);
  const zips = zipStore(s3, exports);
  const copies = copiesStore(s3, exports, { requests, batches, zips });

  return {
    ...search,
    requests,
    batches,
    submissions: submissionErasureStore(db, s3, tables, attachments),

    async findSubmissions(refs) {
      const Keys = refs.map(submissionKey);
      const rows = await batchGet(db, { [tables.submissions]: { Keys, ConsistentRead: true } });
      return z.array(submission).parse(rows[tables.submissions] ?? []);
    },

    async removeIdempotencyKeys(formId, erased) {
      const oldest = search.now() - IDEMPOTENCY_ITEMS_ARE_GONE;
      const recent = erased
        .filter((each) => each.is_imported === true || ulidTime(ulidOf(each.submission_id)) > oldest)
        .map(({ submission_id }) => submission_id);
      if (recent.length === 0) return;
      const values = Object.fromEntries(recent.map((id, index) => [`:id${index}`, id]));
      await deleteMatching(
        db,
        {
          table: tables.idempotency,
          partition: { name: 'form_id', value: formId },
          sort: 'key_digest',
        },
        { expression: `submission_id IN (${Object.keys(values).join(', ')})`, values },
        { isOutOfTime: () => false },
      );
    },

    async personOf({ form_id: account_id, email = '' }) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.accounts,
          Key: { account_id },
          ConsistentRead: true,
          ...projectionOf(keyedAccountAttributes),
        }),
      );
      const { cursor_key } = keyedAccount.parse(Item);
      return personErasureStore(db, tables, { account_id, address: email, cursor_key }, search.now);
    },

    removeFromSearch: (formId, ids) =>
      forgetSubmissions(
        formId,
        ids,
        searchIndexDeps(db, s3, { formJobs: tables.formJobs, submissions: tables.submissions, exports }),
      ),

    removeCopies: copies.remove,
    leftovers: leftoversStore(sqsClient(), s3, leftovers, retention),

    async stopImports({ form_id: accountId }) {
      const forms = await search.reader.forms(accountId);
      await stopImports(
        forms.map(({ form_id }) => form_id),
        { imports: importStore(db, tables.formJobs), files: importFileStore(s3, exports), now: search.now },
      );
    },
  };
}

/** Creates the function's dependencies, using the environment's configuration. */
export function erasingDeps(db: DocumentClient, s3: S3Client): Omit<DataRequestDeps, 'queue'> {
  const names = eraseNames();
  const requests = dataRequestStore(db, names.tables.formJobs);
  return {
    requests,
    steps: {
      erasing: (request, isOutOfTime) => {
        const search = { reader: searchedSubmissionStore(db, names.tables), now: Date.now };
        return eraseStep(request, eraseDeps(db, s3, names, { requests, ...search }), isOutOfTime);
      },
    },
  };
}
