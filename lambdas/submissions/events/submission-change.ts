/** Determines the details that events contain about changes and deletions of submissions. */
import * as z from 'zod';
import { timestamp } from '../../core/clock.ts';
import type { Submission } from '../submission.ts';
import {
  changedMembers,
  submissionChangeFacts,
  type DeletionFacts,
  type SubmissionChangeFacts,
} from './event-views.ts';

export type ChangedSubmission = Pick<Submission, 'status' | 'read_at' | 'handled_at' | 'expires_at'> &
  Partial<Pick<Submission, 'starred' | 'note' | 'assignee' | 'labels' | 'version' | 'changed_by'>>;

const valueOf: Record<(typeof changedMembers)[number], (of: ChangedSubmission) => unknown> = {
  status: ({ status }) => status,
  starred: ({ starred = false }) => starred,
  read: ({ read_at }) => read_at !== undefined,
  note: ({ note }) => note,
  assignee: ({ assignee }) => assignee,
  labels: ({ labels = [] }) => labels.join(),
  handled: ({ handled_at }) => handled_at !== undefined,
};

const storedActor = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(submissionChangeFacts.shape.actor);

/**
 * Returns the details of a change. Returns undefined if no event is sent, because no webhook subscribes to
 * changes, nothing changed, or the submission was spam before the change.
 */
export function changeFacts(
  before: ChangedSubmission,
  after: ChangedSubmission,
): SubmissionChangeFacts | undefined {
  if (before.status === 'spam' || after.changed_by === undefined) return undefined;
  // Every change by an owner increments the version, so ignore writes that don't.
  if (before.version === after.version) return undefined;
  const changed = changedMembers.filter((name) => valueOf[name](before) !== valueOf[name](after));
  if (changed.length === 0) return undefined;
  return { changed, actor: storedActor.parse(after.changed_by) };
}

/**
 * Returns the details of a deletion, or undefined if no event is sent because the submission was spam.
 * @param now time of the deletion, in milliseconds since the epoch
 */
export function deletionFacts(
  { status, expires_at, erased }: Pick<Submission, 'status' | 'expires_at' | 'erased'>,
  now: number,
): DeletionFacts | undefined {
  if (status === 'spam') return undefined;
  if (erased === true) return { deleted_at: timestamp(now), reason: 'erased' };
  const isExpired = expires_at !== undefined && expires_at * 1000 <= now;
  return { deleted_at: timestamp(now), reason: isExpired ? 'expired' : 'deleted' };
}
