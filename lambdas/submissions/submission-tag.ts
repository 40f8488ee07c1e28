/** Entity tag of a submission (`core/resource-tag.ts`). */
import { timestamp } from '../core/clock.ts';
import { resourceTag } from '../core/resource-tag.ts';
import { dateOf } from '../forms/counts/day-counts.ts';
import type { Submission, SubmissionView } from './submission.ts';

/**
 * Links to files are signed for each response and valid for seven days. They don't change the tag, but each
 * new day does, so that clients don't keep links that no longer work.
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
