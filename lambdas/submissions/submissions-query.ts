/** The queries that select submissions of a form, and the name under which a list's cursors are signed. */
import * as z from 'zod';
import { pageQuery } from '../core/pagination.ts';
import { submissionStatuses } from './submission.ts';

/** An ISO 8601 time, parsed to milliseconds since the epoch. */
export const queryTime = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 time such as 2026-11-01T00:00:00.000Z' })
  .transform((text) => Date.parse(text));

/** The members of a query that filter submissions; `since` is inclusive, `until` exclusive. */
export const submissionFilterMembers = {
  status: z.enum(submissionStatuses).optional().describe('Only submissions with this status.'),
  since: queryTime.optional().describe('Only submissions received at this time or later.'),
  until: queryTime.optional().describe('Only submissions received before this time.'),
};
/** Selects submissions of a form; times are in milliseconds since the epoch. */
export type SubmissionFilter = z.output<z.ZodObject<typeof submissionFilterMembers>>;

/** Whether `since` is not after `until`. */
export const isValidTimeSpan = ({ since, until }: Pick<SubmissionFilter, 'since' | 'until'>): boolean =>
  since === undefined || until === undefined || since <= until;
/** The issue of a query whose time span is not valid. */
export const INVALID_TIME_SPAN = { path: ['until'], message: 'must not be before since' };

/** The query of a list of submissions. */
export const submissionsQuery = pageQuery
  .extend(submissionFilterMembers)
  .refine(isValidTimeSpan, INVALID_TIME_SPAN);

/** The name of a list of submissions, under which its cursors are signed: one name for each filter of each form. */
export function submissionList(formId: string, { status, since, until }: SubmissionFilter = {}): string {
  return `submissions ${formId} ${JSON.stringify([status, since, until])}`;
}
