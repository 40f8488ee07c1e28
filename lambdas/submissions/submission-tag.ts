/** Builds a submission's ETag (`core/web/resource-tag.ts`). */
import { timestamp } from '../core/clock.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { dateOf } from '../forms/counts/day-counts.ts';
import type { Submission, SubmissionView } from './submission.ts';

/**
 * Returns a submission's ETag. Links to files are signed for each response and valid for seven days. The ETag
 * doesn't depend on the links, but it changes each day so that clients don't keep expired links.
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
