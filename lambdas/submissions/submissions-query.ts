/** The queries that select submissions of a form, and the name under which a list's cursors are signed. */
import * as z from 'zod';
import { NEWEST_ULID, OLDEST_ULID, ulidBound } from '../core/ids.ts';
import { pageQuery } from '../core/pagination.ts';
import { searchWords } from './search/search-words.ts';
import { submissionStatuses, submissionView } from './submission.ts';
import { submissionCreated } from './events/event-views.ts';
import { queryTime, isValidTimeSpan, INVALID_TIME_SPAN } from '../core/time-span.ts';

const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

const LONGEST_SEARCH = 200;

/** The members of a query that filter submissions; `since` is inclusive, `until` exclusive. */
export const submissionFilterMembers = {
  status: z.enum(submissionStatuses).optional().describe('Only submissions with this status.'),
  since: queryTime.optional().describe('Only submissions received at this time or later.'),
  until: queryTime.optional().describe('Only submissions received before this time.'),
  read: flag.describe('Only submissions that are read, or only those that are not.'),
  starred: flag.describe('Only submissions with a star, or only those without.'),
  has_files: flag.describe('Only submissions with files, or only those without.'),
  q: z
    .string()
    .max(LONGEST_SEARCH)
    .refine((text) => searchWords(text).length > 0, { message: 'must hold a word' })
    .optional()
    .describe(
      'Only submissions in which each of these words is part of some value, whatever its case and accents.',
    ),
};
/** Selects submissions of a form; times are in milliseconds since the epoch. */
export type SubmissionFilter = z.output<z.ZodObject<typeof submissionFilterMembers>>;

/** Asks for events in place of submissions. */
export const shapeMember = {
  shape: z
    .enum(['event'])
    .optional()
    .describe('`event` gives each submission as the body in which a webhook gets it.'),
};

/** The query of a form's sample, which is an event whether this is asked for or not. */
export const sampleQuery = z.strictObject(shapeMember);

/** The query of a list of submissions. */
export const submissionsQuery = pageQuery
  .extend({ ...submissionFilterMembers, ...shapeMember })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN)
  .refine(({ shape, status }) => shape === undefined || status !== 'spam', {
    path: ['status'],
    message: 'must not be spam with a shape: spam triggers no event',
  });

/** The filter of a list's query. Only what is accepted triggers an event, so only that is listed as events. */
export function filterOf({
  shape,
  ...filter
}: SubmissionFilter & { readonly shape?: 'event' | undefined }): SubmissionFilter {
  return shape === 'event' ? { ...filter, status: 'received' } : filter;
}

/** The name of a list of submissions, under which its cursors are signed: one name for each filter of each form. */
export function submissionList(formId: string, filter: SubmissionFilter = {}): string {
  const { status, since, until, read, starred, has_files, q } = filter;
  return `submissions ${formId} ${JSON.stringify([status, since, until, read, starred, has_files, q])}`;
}

/** Between which ULIDs the submissions are that the filter's times let through: `from` is inclusive, `to` exclusive. */
export function placesOf({ since, until }: SubmissionFilter): { from: string; to: string } {
  return {
    from: since === undefined ? OLDEST_ULID : ulidBound(since),
    to: until === undefined ? NEWEST_ULID : ulidBound(until),
  };
}

const paging = {
  next_cursor: z.string().nullable(),
  searched_until: z
    .string()
    .optional()
    .describe(
      'With `q` only: everything received at this time or later has been searched. `next_cursor` goes on from there, and is null when everything has been searched.',
    ),
};

/** One page of submissions; a search also tells how far it came. */
export const submissionPageView = z.object({ data: z.array(submissionView), ...paging });

/** The same page, each submission as the event of it. */
export const eventPageView = z.object({ data: z.array(submissionCreated), ...paging });
