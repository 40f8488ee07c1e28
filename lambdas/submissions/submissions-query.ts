/** Defines the query parameters for a form's submissions, and the name used to sign a list's cursors. */
import * as z from 'zod';
import { isMemberId, NEWEST_ULID, OLDEST_ULID, ulidBound } from '../core/ids.ts';
import { pageQuery } from '../core/web/pagination.ts';
import { searchWords } from './search/search-words.ts';
import type { SubmissionCriteria } from './handling/criteria.ts';
import { labelId } from './labels/label.ts';
import { submissionStatuses, submissionView } from './submission.ts';
import { submissionCreated } from './events/event-views.ts';
import { queryTime, isValidTimeSpan, INVALID_TIME_SPAN } from '../core/time-span.ts';

const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

const MAX_SEARCH_LENGTH = 200;

/**
 * Maximum number of forms in a list of all submissions. If the account has more forms, the newest ones are
 * used.
 */
export const MAX_FORMS_LISTED = 200;

/** Query parameters that filter submissions. `since` is inclusive, `until` is exclusive. */
export const submissionFilterMembers = {
  status: z.enum(submissionStatuses).optional().describe('Only returns submissions with this status.'),
  since: queryTime.optional().describe('Only returns submissions received at this time or later.'),
  until: queryTime.optional().describe('Only returns submissions received before this time.'),
  read: flag.describe('Only returns submissions that have been read, or only unread ones.'),
  starred: flag.describe('Only returns submissions with a star, or only those without.'),
  handled: flag.describe('Only returns submissions that have been handled, or only open ones.'),
  assignee: z
    .string()
    .refine((text) => text === 'me' || text === 'none' || isMemberId(text), {
      message: 'must be a member ID, me or none',
    })
    .optional()
    .describe(
      'Only returns submissions assigned to this member. Use `me` for the signed-in member, or `none` for unassigned submissions.',
    ),
  label: labelId.optional().describe('Only returns submissions with this label.'),
  has_files: flag.describe('Only returns submissions with files, or only those without.'),
  q: z
    .string()
    .max(MAX_SEARCH_LENGTH)
    .refine((text) => searchWords(text).length > 0, { message: 'must contain a word' })
    .optional()
    .describe(
      'Only returns submissions that contain each of these words, even as part of a longer word, ignoring case and accents.',
    ),
};
/** Filter for a form's submissions. Times are in milliseconds since the epoch. */
export type SubmissionFilter = z.output<z.ZodObject<typeof submissionFilterMembers>> & {
  /** The viewer whose read state is shown and filtered. Undefined for owners, editors and keys. */
  readonly reader?: string | undefined;
};

/** Query parameter that requests events instead of submissions. */
export const shapeMember = {
  shape: z
    .enum(['event'])
    .optional()
    .describe('With `event`, each submission is returned as the body that a webhook receives.'),
};

/** Query parameters for a form's sample, which is always an event. */
export const sampleQuery = z.strictObject(shapeMember);

/** Query parameters for a list of submissions. */
export const submissionsQuery = pageQuery
  .extend({ ...submissionFilterMembers, ...shapeMember })
  .refine(isValidTimeSpan, INVALID_TIME_SPAN)
  .refine(({ shape, status }) => shape === undefined || status !== 'spam', {
    path: ['status'],
    message: 'must not be spam when shape is used, because spam triggers no events',
  });

/**
 * Returns the filter from a list's query. Lists of events only contain accepted submissions, because other
 * submissions don't trigger events.
 */
export function filterOf({
  shape,
  ...filter
}: SubmissionFilter & { readonly shape?: 'event' | undefined }): SubmissionFilter {
  return shape === 'event' ? { ...filter, status: 'received' } : filter;
}

/**
 * Returns the list name that is part of each cursor's signature. The name contains the form and the filter,
 * so that a cursor isn't valid for other lists.
 */
export function submissionList(formId: string, filter: SubmissionCriteria = {}): string {
  const { status, since, until, read, starred, handled, assignee, label, has_files, q } = filter;
  const assigned = assignee && (assignee.id ?? 'none');
  const values = [status, since, until, read, starred, has_files, q, handled, assigned, label];
  return `submissions ${formId} ${JSON.stringify(values)}`;
}

/** Returns the ULID range that matches the filter's times. `from` is inclusive, `to` is exclusive. */
export function ulidRangeOf({ since, until }: Pick<SubmissionFilter, 'since' | 'until'>): {
  from: string;
  to: string;
} {
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
      'Only set with `q`: everything received at this time or later has been searched. `next_cursor` continues from there, and is null when everything has been searched.',
    ),
};

/**
 * A page of submissions, or of events if the caller asked for them. For a search, it also shows how far back
 * the search has gone.
 */
export const submissionPageView = z.object({
  // Use a union of row types, not of page types. With a union of pages, generated TypeScript clients would
  // lose properties of submissions.
  data: z.array(z.union([submissionView, submissionCreated])),
  ...paging,
});
