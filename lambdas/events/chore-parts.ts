/** What the work on a form's records is made of. */
import type { S3Client } from '@aws-sdk/client-s3';
import { choreStore } from '../adapters/chore-store.ts';
import type { Documents } from '../adapters/dynamodb.ts';
import { formRecords, type FormRecordTables } from '../adapters/form-records.ts';
import { formReader } from '../adapters/form-store.ts';
import { removeObjects } from '../adapters/object-removal.ts';
import { submissionChanges } from '../adapters/submission-changes.ts';
import { SECOND, type Clock } from '../domain/clock.ts';
import type { ChorePorts } from '../domain/form-chores.ts';
import { removeRecords } from '../domain/form-removal.ts';
import { redateSubmissions } from '../domain/retention-change.ts';

/** A slice begins nothing more after this; what it has begun then has the rest of the function's minute. */
const SLICE = 25 * SECOND;

export interface ChoreNames {
  readonly tables: FormRecordTables & { readonly formChores: string; readonly forms: string };
  readonly buckets: { readonly attachments: string; readonly exports: string };
}

export function chorePorts(
  db: Documents,
  s3: S3Client,
  { tables, buckets }: ChoreNames,
  now: Clock,
  slice = SLICE,
): ChorePorts {
  const chores = choreStore(db, tables.formChores);
  const submissions = submissionChanges(db, tables.submissions);
  const records = {
    ...formRecords(db, tables),
    keepWebhookIds: chores.keepWebhookIds,
    removeFiles: async (formId: string, timeIsUp: () => boolean) =>
      (await removeObjects(s3, buckets.attachments, `${formId}/`, timeIsUp)) &&
      (await removeObjects(s3, buckets.exports, `${formId}/`, timeIsUp)),
  };
  const retention = {
    now,
    findForm: formReader(db, tables.forms).find,
    page: submissions.page,
    redate: submissions.redate,
  };

  return {
    find: chores.find,
    touch: (chore) => chores.touch(chore, now()),
    finish: chores.finish,
    work(chore, after) {
      const until = now() + slice;
      const timeIsUp = (): boolean => now() >= until;
      switch (chore.kind) {
        case 'removal':
          return removeRecords(chore, records, timeIsUp);
        case 'retention':
          return redateSubmissions(chore, after, retention, timeIsUp);
      }
    },
  };
}
