/** Defines the requests and responses of the localized API (docs/specification.md, "Localized API"). */
import * as z from 'zod';
import { formView } from '../forms/form-view.ts';
import { postedSubmissionView, submissionStatuses } from '../submissions/submission.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Body of `POST /{locale}/api`. */
export const localizedSubmissionInput = z.strictObject({
  /** Slug or id of the form. */
  form: z.string().min(1).max(100),
  /**
   * Accepts any object as it was sent, because zod would drop a field named `__proto__` if it parsed the
   * fields.
   */
  fields: z
    .unknown()
    .refine(isObject, { params: { expected: 'object' } })
    .meta({ type: 'object', additionalProperties: true }),
});

/**
 * Response to an accepted submission. One schema describes stored submissions, replays and spam, because
 * generated clients have only one type per operation.
 */
export const localizedSubmissionView = z.object({
  job_id: z.string().optional().describe("ID of the job, which is the submission's ID. Absent for spam."),
  received_at: z.string().optional(),
  status: z
    .enum([...submissionStatuses, 'accepted'])
    .describe(
      '`received` if the submission is stored; `accepted` for spam, so that bots can’t tell the difference.',
    ),
  message: z.string(),
  idempotent_replay: z.boolean().optional(),
  ok: z
    .boolean()
    .optional()
    .describe('True for spam.')
    .meta({ examples: [true] }),
});
export type LocalizedSubmissionView = z.infer<typeof localizedSubmissionView>;

const count = z.int().nonnegative();
/** Number of deliveries, in total and by status. */
const deliveryCounts = z.object({
  total: count,
  succeeded: count,
  failed: count,
  retrying: count,
  pending: count,
});

/** A submission and its form, each with its analytics. */
export const jobView = z.object({
  job_id: z.string(),
  form: formView,
  submission: postedSubmissionView,
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

/**
 * A form and its latest submissions. Pass `next_cursor` to `GET /v1/forms/{id}/submissions` to list more.
 */
export const driveEntryView = z.object({
  form: formView,
  submissions: z.array(postedSubmissionView),
  next_cursor: z.string().nullable(),
});
export type DriveEntryView = z.infer<typeof driveEntryView>;
