/**
 * Checks the member and label ids in a change to submissions (docs/specification.md, "Assignee and labels").
 */
import { canSeeForm } from '../../core/caller.ts';
import { ValidationFailed, type ValidationIssue } from '../../core/errors/errors.ts';
import { changesLabels, patches, type BulkChange } from '../bulk/bulk-change.ts';
import type { Label } from '../labels/label.ts';
import { MAX_LABELS_OF_SUBMISSION, type SubmissionPatch } from '../submission.ts';
import type { Assignee } from './assignee.ts';

export interface HandlingDeps {
  readonly labels: { find(accountId: string): Promise<Label[]> };
  /** Finds members who can be assigned. */
  readonly assignees: {
    find(accountId: string, memberId: string): Promise<Assignee | undefined>;
    list(accountId: string): Promise<Assignee[]>;
  };
}

/** A change whose member and label ids exist in the account. */
export interface CheckedChange extends Omit<SubmissionPatch, 'assignee' | 'labels'> {
  readonly assignee?: Assignee | null | undefined;
  /** Returns a submission's label ids after the change. */
  readonly labels?: ((before: readonly string[]) => readonly string[]) | undefined;
}

/**
 * Checks the ids in a change.
 * @throws ValidationFailed if a label doesn't exist, or if no assignable member has the assignee's id
 */
export async function checkedPatch(
  accountId: string,
  { assignee: assigneeId, labels: labelIds, ...rest }: SubmissionPatch,
  deps: Pick<HandlingDeps, 'labels'> & { readonly assignees: Pick<HandlingDeps['assignees'], 'find'> },
): Promise<CheckedChange> {
  const [assignee] = await Promise.all([
    checkedAssignee(accountId, assigneeId, deps),
    checkedLabels(accountId, labelIds, deps),
  ]);
  return { ...rest, assignee, labels: labelIds && (() => labelIds) };
}

/**
 * Returns the change that a bulk update makes to each submission, or undefined for a deletion.
 * @throws ValidationFailed as `checkedPatch` does
 */
export async function checkedBulkChange(
  accountId: string,
  { action, assignee, labels: labelIds = [] }: BulkChange,
  deps: Parameters<typeof checkedPatch>[2],
): Promise<CheckedChange | undefined> {
  if (action === 'assign') return checkedPatch(accountId, { assignee }, deps);
  if (!changesLabels(action)) return patches[action];
  const existing = await checkedLabels(accountId, labelIds, deps);
  return {
    labels(before) {
      // Deleted labels aren't shown, so don't count their ids towards the limit.
      const kept = before.filter((id) => existing.has(id) && !labelIds.includes(id));
      return action === 'unlabel' ? kept : withinLimit([...kept, ...labelIds]);
    },
  };
}

function withinLimit(ids: string[]): string[] {
  if (ids.length <= MAX_LABELS_OF_SUBMISSION) return ids;
  const text = `A submission can have at most ${MAX_LABELS_OF_SUBMISSION} labels. Remove one first.`;
  throw new ValidationFailed([{ path: 'labels', message: text }]);
}

async function checkedAssignee(
  accountId: string,
  id: string | null | undefined,
  { assignees }: Parameters<typeof checkedPatch>[2],
): Promise<Assignee | null | undefined> {
  if (id === undefined || id === null) return id;
  const found = await assignees.find(accountId, id);
  if (!found) throw new ValidationFailed([NO_SUCH_ASSIGNEE]);
  return found;
}

/**
 * Checks that these labels exist. Returns the ids of all of the account's labels, or an empty set if there are no
 * labels to check.
 */
async function checkedLabels(
  accountId: string,
  ids: readonly string[] | undefined,
  { labels }: Pick<HandlingDeps, 'labels'>,
): Promise<ReadonlySet<string>> {
  if (ids === undefined || ids.length === 0) return new Set();
  const existing = new Set((await labels.find(accountId)).map(({ id }) => id));
  const unknown = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [{ ...NO_SUCH_LABEL, path: `labels.${index}` }],
  );
  if (unknown.length > 0) throw new ValidationFailed(unknown);
  return existing;
}

export const NO_SUCH_LABEL: ValidationIssue = { path: 'label', message: 'There is no label with this ID.' };
export const NO_SUCH_ASSIGNEE: ValidationIssue = {
  path: 'assignee',
  message: 'There is no member with this ID who has signed in.',
};

/**
 * Checks that an assignee can see at least one of the submissions' forms.
 * @throws ValidationFailed
 */
export function assertAssigneeSees(
  change: Pick<CheckedChange, 'assignee'> | undefined,
  account_id: string,
  formIds: readonly string[],
): void {
  const assignee = change?.assignee;
  if (!assignee || formIds.length === 0) return;
  if (formIds.some((formId) => canSeeForm({ account_id, form_ids: assignee.form_ids }, formId))) return;
  const text =
    formIds.length === 1
      ? "The member can't access this form."
      : "The member can't access any of these forms.";
  throw new ValidationFailed([{ path: 'assignee', message: text }]);
}
