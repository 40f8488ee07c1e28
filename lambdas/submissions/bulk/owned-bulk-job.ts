/** Finds a bulk job that belongs to the caller's account. */
import { canSeeForm, type FormOwner } from '../../core/caller.ts';
import { NotFound } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import type { BulkJob } from './bulk-job.ts';

/**
 * Returns the job, even if its form has been deleted. The caller must have access to all of the job's forms.
 * @throws NotFound
 */
export async function ownedBulkJob(
  jobs: { find(id: string): Promise<BulkJob | undefined> },
  caller: FormOwner,
  id = '',
): Promise<BulkJob> {
  const job = await jobs.find(id);
  if (job?.account_id === caller.account_id && job.form_ids.every((formId) => canSeeForm(caller, formId)))
    return job;
  throw new NotFound(message('no-such-thing', { id }));
}
