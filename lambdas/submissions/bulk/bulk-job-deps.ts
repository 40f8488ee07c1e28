/** Creates the dependencies of functions that start bulk jobs, from their environment variables. */
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { systemRandom } from '../../core/random.ts';
import { readEnvironment } from '../../environment.ts';
import { formJobStarter } from '../../forms/jobs/form-job-deps.ts';
import { handlingDeps } from '../handling/handling-deps.ts';
import { submissionStore } from '../submission-store.ts';
import { bulkJobStore } from './bulk-job-store.ts';
import type { BulkJobStarter } from './start-bulk-job.ts';

export function bulkJobStarter(db: DocumentClient): BulkJobStarter {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'FORM_JOBS_TABLE',
    'MEMBERS_TABLE',
    'SUBMISSIONS_TABLE',
  );
  return {
    submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
    jobs: bulkJobStore(db, environment.FORM_JOBS_TABLE),
    handling: handlingDeps(db, environment),
    queue: formJobStarter(),
    now: Date.now,
    random: systemRandom,
  };
}
