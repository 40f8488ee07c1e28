/** The tag of a submission (`core/resource-tag.ts`). */
import { timestamp } from '../core/clock.ts';
import { resourceTag } from '../core/resource-tag.ts';
import { dateOf } from '../forms/counts/day-counts.ts';
import type { Submission, SubmissionView } from './submission.ts';

/**
 * The links to its files are signed anew for each response and are valid for seven days: they do not change the tag, but
 * a new day does, so that nobody keeps one that no longer works.
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
