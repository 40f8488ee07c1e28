/** Which submissions of a form: the query of its lists, and the name under which a list's cursors are signed. */
import * as z from 'zod';
import { pageQuery } from '../core/pagination.ts';
import { submissionStatuses, type SubmissionStatus } from './submission.ts';

const moment = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 time such as 2026-11-01T00:00:00.000Z' })
  .transform((text) => Date.parse(text));

/** Which submissions of a form; `since` is inclusive, `until` exclusive. */
export const submissionFilter = {
  status: z.enum(submissionStatuses).optional().describe('Only submissions with this status.'),
  since: moment.optional().describe('Only submissions received at this time or later.'),
  until: moment.optional().describe('Only submissions received before this time.'),
};
export const inOrder = ({
  since,
  until,
}: {
  since?: number | undefined;
  until?: number | undefined;
}): boolean => since === undefined || until === undefined || since <= until;
export const outOfOrder = { path: ['until'], message: 'must not be before since' };

/** The query of a form's submissions. */
export const submissionsQuery = pageQuery.extend(submissionFilter).refine(inOrder, outOfOrder);

interface Filter {
  readonly status?: SubmissionStatus | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/**
 * The name of a form's list of submissions: two lists that show the same may go on from each other's cursors.
 */
export function submissionList(formId: string, { status, since, until }: Filter = {}): string {
  return `submissions ${formId} ${JSON.stringify([status, since, until])}`;
}
