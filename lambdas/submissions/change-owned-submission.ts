/**
 * Changes a submission that belongs to the caller's account, even if other requests change it at the same
 * time.
 */
import type { AuditPut } from '../core/audit-row.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import type { Actor, FormOwner } from '../core/caller.ts';
import type { Plans } from '../accounts/plans.ts';
import { asksForChanges, type EventOwners } from '../core/event-owners.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors/errors.ts';
import type { RandomBytes } from '../core/random.ts';
import { changeSubmission, type ModerationDeps } from './moderation.ts';
import { assertAssigneeSees, type CheckedChange } from './handling/checked-change.ts';
import type { Submission } from './submission.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';

export interface SubmissionChangeDeps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly moderation: ModerationDeps;
  readonly config: {
    readonly now: Clock;
    readonly random: RandomBytes;
    readonly plans: Plans;
    readonly spamRetentionDays: number;
    /** True if the stage has an event bus. The bus receives an event for every change. */
    readonly hasEventBus?: boolean;
    /** The bulk job that makes the change. */
    readonly bulkJobId?: string;
  };
  /** Creates the audit log row for a change. If undefined, no row is written. */
  readonly rowOf?: (submissionId: string) => AuditPut;
}

/** The caller who changes a submission: the forms that the caller can access, and the actor to record. */
export type Changer = FormOwner & {
  readonly actor: Actor;
  /** Ids of the owners (forms or the account) whose webhooks subscribe to submission changes. */
  readonly event_owners?: EventOwners;
  /**
   * The viewer whose read state is changed. Viewers can't change anything else. Undefined for other callers.
   */
  readonly reader?: string | undefined;
};

/** Maximum number of viewers whose read state is stored with a submission. */
const MAX_READERS = 200;

/** Maximum number of attempts if the submission is changed concurrently. */
const MAX_ATTEMPTS = 5;

/**
 * Applies all changes in the patch, or none of them. Ignores values that the submission already has.
 * @param assertCurrent throws if the submission isn't the version that the caller expects
 * @returns the submission as stored
 * @throws NotFound, QuotaExceeded, ValidationFailed if the assignee can't access the form, or Conflict if
 *   other requests keep changing the submission
 */
export async function changeOwnedSubmission(
  changer: Changer,
  id: string | undefined,
  patch: CheckedChange,
  { forms, moderation, config, rowOf }: SubmissionChangeDeps,
  assertCurrent: (before: Submission) => void = () => undefined,
): Promise<Submission> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const { form, child } = await ownedChild(forms, changer, id, moderation.find);
    assertCurrent(child);
    if (changer.reader !== undefined) {
      const { read = false } = patch;
      const after = await markReadBy(child, changer.reader, read, { moderation, now: config.now() });
      if (after) return after;
      continue;
    }
    assertAssigneeSees(patch, child.account_id, [child.form_id]);
    const audit = rowOf?.(child.submission_id);
    const isTold = config.hasEventBus === true || asksForChanges(changer.event_owners, child);
    const changeConfig = { ...config, now: config.now(), actor: changer.actor, isTold, audit };
    const after = await changeSubmission(form, child, patch, moderation, changeConfig);
    if (after) return after;
  }
  throw new Conflict('The submission is being changed by other requests at the moment. Please try again.');
}

/**
 * Changes a viewer's own read state. If the viewer has already marked the submission as read, keeps the
 * original time.
 * @returns the submission as stored, or undefined if it was changed or deleted concurrently
 * @throws Conflict if too many viewers have marked the submission as read
 */
async function markReadBy(
  before: Submission,
  reader: string,
  read: boolean,
  { moderation, now }: { moderation: Pick<ModerationDeps, 'setReadBy'>; now: number },
): Promise<Submission | undefined> {
  const { read_by = {} } = before;
  if (read === (read_by[reader] !== undefined)) return before;
  if (read && Object.keys(read_by).length >= MAX_READERS)
    throw new Conflict(`${MAX_READERS} viewers have already marked the submission as read.`);
  const read_at = read ? timestamp(now) : undefined;
  if (!(await moderation.setReadBy(before, reader, read_at))) return undefined;
  const { [reader]: _, ...others } = read_by;
  return { ...before, read_by: { ...others, ...(read_at !== undefined && { [reader]: read_at }) } };
}
