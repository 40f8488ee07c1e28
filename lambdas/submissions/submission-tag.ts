/** Builds a submission's entity tag (`core/resource-tag.ts`). */
import { timestamp } from '../core/clock.ts';
import { resourceTag } from '../core/resource-tag.ts';
import { dateOf } from '../forms/counts/day-counts.ts';
import type { Submission, SubmissionView } from './submission.ts';

/**
 * Returns a submission's entity tag. Links to files are signed for each response and valid for seven days.
 * The tag doesn't depend on them, but it changes each day, so that clients don't keep links that have stopped
 * working.
 */
export function submissionTag(
  { version }: Pick<Submission, 'version'>,
  view: SubmissionView,
  now: number,
): string {
  const { attachments, ...shown } = view;
  const files = attachments.map(({ id }) => id);
  return resourceTag(version, [shown, files, files.length > 0 && dateOf(timestamp(now))]);
}
