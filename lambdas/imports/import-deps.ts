/** Provides the dependencies for processing imports in the background: the tables and the bucket. */
import type { S3Client } from '@aws-sdk/client-s3';
import { changeMarkerStore } from '../aws/change-marker-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { readEnvironment } from '../environment.ts';
import { formReader } from '../forms/form-store.ts';
import { forgetSubmissions } from '../submissions/search-index/forget-submissions.ts';
import { searchIndexDeps } from '../submissions/search-index/search-index-deps.ts';
import { importFileStore } from './import-file-store.ts';
import { importStore } from './import-store.ts';
import type { ImportDeps } from './import-work.ts';
import { importedRowStore } from './imported-row-store.ts';

/** Creates the dependencies, using the environment's configuration. */
export function importDeps(db: DocumentClient, s3: S3Client, isErasing: ImportDeps['isErasing']): ImportDeps {
  const environment = readEnvironment(
    'COUNTERS_TABLE',
    'EXPORTS_BUCKET',
    'FORMS_TABLE',
    'FORM_JOBS_TABLE',
    'IDEMPOTENCY_TABLE',
    'SPAM_RETENTION_DAYS',
    'SUBMISSIONS_TABLE',
  );
  const searchIndex = searchIndexDeps(db, s3, {
    formJobs: environment.FORM_JOBS_TABLE,
    submissions: environment.SUBMISSIONS_TABLE,
    exports: environment.EXPORTS_BUCKET,
  });
  const imports = importStore(db, environment.FORM_JOBS_TABLE);
  const rows = importedRowStore(db, {
    submissions: environment.SUBMISSIONS_TABLE,
    idempotency: environment.IDEMPOTENCY_TABLE,
  });
  return {
    now: Date.now,
    spamRetentionDays: environment.SPAM_RETENTION_DAYS,
    find: imports.find,
    isErasing,
    replace: imports.replace,
    findForm: formReader(db, environment.FORMS_TABLE).find,
    files: importFileStore(s3, environment.EXPORTS_BUCKET),
    async store(importId, group) {
      const outcomes = await rows.store(importId, group);
      // The rows' ids contain their original times, so the search index may already cover that period. Remove
      // it from the index so that it is indexed again.
      const stored = group.filter((_, index) => outcomes[index] === 'imported');
      const [first] = stored;
      const ids = stored.map(({ submission }) => submission.submission_id);
      if (first) await forgetSubmissions(first.submission.form_id, ids, searchIndex);
      return outcomes;
    },
    noteChange: (accountId) =>
      changeMarkerStore(db, environment.COUNTERS_TABLE).note(accountId, 'writes', { mustExist: true }),
  };
}
