/** Submissions as the localized surface calls them: entries, under the id of a job (DESIGN section 3). */
import * as z from 'zod';
import { formView } from '../forms/form.ts';
import { submissionStatuses, submissionView } from '../submissions/submission.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Body of `POST /{locale}/api`. */
export const localizedSubmissionInput = z.strictObject({
  /** Slug or id. */
  form: z.string().min(1).max(100),
  /** Passed on as it came: zod's own objects lose a field named `__proto__`. */
  fields: z.unknown().refine(isObject).meta({ type: 'object', additionalProperties: true }),
});

/** What is said of an entry that was taken in. */
export const localizedSubmissionView = z.object({
  job_id: z.string(),
  received_at: z.string(),
  status: z.enum(submissionStatuses),
  message: z.string(),
});
export type LocalizedSubmissionView = z.infer<typeof localizedSubmissionView>;

/** The entry had been taken before, with the same idempotency key. */
const replayedEntryView = localizedSubmissionView.extend({ idempotent_replay: z.literal(true) });
/** Spam was caught; deliberately benign. */
const spamEntryView = z.object({ ok: z.literal(true), status: z.literal('accepted'), message: z.string() });
/** What is said when nothing was stored as received. */
export const localizedNothingStoredView = z.union([spamEntryView, replayedEntryView]);

const count = z.int().nonnegative();
/** How many deliveries there are, in all and by their status. */
const deliveryCounts = z.object({
  total: count,
  succeeded: count,
  failed: count,
  retrying: count,
  pending: count,
});

/** An entry with its form and what became of both. */
export const jobView = z.object({
  job_id: z.string(),
  form: formView,
  submission: submissionView,
  analytics: z.object({
    deliveries: deliveryCounts,
    form: z.object({
      received_30d: count,
      spam_30d: count,
      by_day: z.array(z.object({ date: z.string(), received: count, spam: count })),
    }),
  }),
});
export type JobView = z.infer<typeof jobView>;

/** A form and its latest entries; `next_cursor` goes on in `GET /v1/forms/:id/submissions`. */
export const driveEntryView = z.object({
  form: formView,
  submissions: z.array(submissionView),
  next_cursor: z.string().nullable(),
});
export type DriveEntryView = z.infer<typeof driveEntryView>;
