/** Runs the job that deletes a form's data. */
import { formJobDeps } from '../../../lambdas/form-jobs/form-job-deps.ts';
import type { Form } from '../../../lambdas/forms/form.ts';
import { newFormJob } from '../../../lambdas/forms/jobs/form-job.ts';
import type { TestOperations } from '../../support/service/operations.ts';

/** Runs all batches of the first pass. */
export async function runDeletionJob({ stores, buckets }: TestOperations, form: Form): Promise<void> {
  const noEmail = () => Promise.resolve();
  const jobs = formJobDeps(stores.db, buckets.s3, { tables: stores.tables, buckets }, Date.now, noEmail);
  const job = newFormJob('deletion', form, Date.now());
  let after: string | undefined;
  for (;;) {
    const progress = await jobs.runBatch(job, after);
    if (progress.done) return;
    after = progress.after;
  }
}
