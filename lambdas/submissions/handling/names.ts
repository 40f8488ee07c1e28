/** Defines the names of the assignees and labels to show with a submission. */
import type { Label } from '../labels/label.ts';
import type { AssigneeView, Submission } from '../submission.ts';

type Handled = Pick<Submission, 'assignee' | 'labels'>;

/** The labels and assignees that still exist, by id. Deleted labels and former members aren't shown. */
export interface SubmissionNames {
  readonly labels: ReadonlyMap<string, Label>;
  readonly assignees: ReadonlyMap<string, AssigneeView>;
}

/** Used for submissions without labels or an assignee. */
export const NO_NAMES: SubmissionNames = { labels: new Map(), assignees: new Map() };

export interface NameReader {
  /**
   * Returns the names for these submissions. Reads the labels only if one of the submissions has labels, and
   * the members only if one has an assignee.
   */
  namesOf(accountId: string, submissions: readonly Handled[]): Promise<SubmissionNames>;
}
