/** Changes a submission that the caller's account owns, whoever else changes it at the same moment. */
import type { AuditPut } from '../core/audit-row.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { actorOf, type Principal } from '../core/caller.ts';
import type { Plans } from '../accounts/plans.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import type { RandomBytes } from '../core/random.ts';
import { changeSubmission, type ModerationDeps } from './moderation.ts';
import type { Submission, SubmissionPatch } from './submission.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';

export interface SubmissionChangeDeps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly moderation: ModerationDeps;
  readonly config: {
    readonly now: Clock;
    readonly random: RandomBytes;
    readonly plans: Plans;
    readonly spamRetentionDays: number;
  };
  /** Makes the row of a change in the audit log; none is written when absent. */
  readonly rowOf?: (submissionId: string) => AuditPut;
}

/** How often the change is tried when others change the submission at the same time. */
const TRIES = 5;

/**
 * Makes all changes of the patch or none. Values that the submission has already change nothing.
 * @param assertCurrent throws when the submission, as it was read, is not the one that the caller means
 * @returns the submission as it is stored now
 * @throws NotFound, QuotaExceeded, and Conflict when others always come first
 */
export async function changeOwnedSubmission(
  caller: Principal,
  id: string | undefined,
  patch: SubmissionPatch,
  { forms, moderation, config, rowOf }: SubmissionChangeDeps,
  assertCurrent: (before: Submission) => void = () => undefined,
): Promise<Submission> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { form, child } = await ownedChild(forms, caller, id, moderation.find);
    assertCurrent(child);
    const audit = rowOf?.(child.submission_id);
    const changeConfig = { ...config, now: config.now(), actor: actorOf(caller), audit };
    const after = await changeSubmission(form, child, patch, moderation, changeConfig);
    if (after) return after;
  }
  throw new Conflict('The submission is being changed by others at the same time; try again.');
}
