/** Converts a list's filter to criteria for stored submissions, which only contain ids. */
import { ValidationFailed } from '../../core/errors/errors.ts';
import type { Submission } from '../submission.ts';
import type { SubmissionFilter } from '../submissions-query.ts';
import { NO_SUCH_ASSIGNEE, NO_SUCH_LABEL, type HandlingDeps } from './checked-change.ts';

/** A filter whose member and label ids exist in the account. */
export interface SubmissionCriteria extends Omit<SubmissionFilter, 'assignee'> {
  readonly assignee?: AssigneeCriterion | undefined;
}

/** Matches submissions that are assigned to this member, or that aren't assigned to any of these members. */
export type AssigneeCriterion =
  | { readonly id: string; readonly nobodyOf?: undefined }
  | { readonly nobodyOf: ReadonlySet<string>; readonly id?: undefined };

/** The list's account and the member that `me` refers to. */
interface FilterOwner {
  readonly account_id: string;
  readonly member_id?: string | undefined;
}

/**
 * Checks the ids in a filter and replaces `me` and `none`. Submissions that are assigned to a former member
 * match `none`, so `none` is replaced with the ids of all members.
 * @throws ValidationFailed for a label that doesn't exist, a member who can't be assigned, or `me` without a
 *   member
 */
export async function criteriaOf(
  filter: SubmissionFilter,
  caller: FilterOwner,
  { labels, assignees }: HandlingDeps,
): Promise<SubmissionCriteria> {
  const { assignee: wanted, ...rest } = filter;
  const { account_id } = caller;
  const assignee = async (): Promise<AssigneeCriterion | undefined> => {
    if (wanted === undefined) return undefined;
    if (wanted === 'none')
      return { nobodyOf: new Set((await assignees.list(account_id)).map(({ id }) => id)) };
    if (wanted === 'me') return { id: memberIdOf(caller) };
    if (!(await assignees.find(account_id, wanted))) throw new ValidationFailed([NO_SUCH_ASSIGNEE]);
    return { id: wanted };
  };
  const checkLabel = async (): Promise<void> => {
    if (filter.label === undefined) return;
    const all = await labels.find(account_id);
    if (all.every(({ id }) => id !== filter.label)) throw new ValidationFailed([NO_SUCH_LABEL]);
  };
  const [found] = await Promise.all([assignee(), checkLabel()]);
  return { ...rest, assignee: found };
}

function memberIdOf({ member_id }: FilterOwner): string {
  if (member_id !== undefined) return member_id;
  const text = 'can only be "me" for a signed-in member or an app that a member has connected';
  throw new ValidationFailed([{ path: 'assignee', message: text }]);
}

/** Returns true if a submission matches. */
export function matchesAssignee(
  { assignee }: Pick<Submission, 'assignee'>,
  criterion: AssigneeCriterion | undefined,
): boolean {
  if (criterion === undefined) return true;
  if (criterion.id !== undefined) return assignee === criterion.id;
  return assignee === undefined || !criterion.nobodyOf.has(assignee);
}
