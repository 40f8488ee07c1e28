/**
 * Defines the progress of a data request's erasure. The progress is stored with the request, so that another
 * function can continue after a crash.
 */
import * as z from 'zod';

/**
 * Seconds after which no function can still be storing data about a deleted submission. Must be longer than
 * the timeouts of the functions that store submissions, deliveries and e-mail records.
 */
export const LATE_WRITES_SECONDS = 60;

/**
 * Maximum number of seconds between a submission's arrival and its storage. Must be longer than the timeouts
 * of the functions that receive submissions.
 */
export const ARRIVAL_SECONDS = 35;

const personCursor = z.object({
  form_id: z.string(),
  table: z.enum(['locks', 'emails']),
  after: z.string().optional(),
});

/**
 * The submissions to erase next. They are stored before they are counted and erased. Functions that run at
 * the same time therefore erase the same batch, and each submission is counted only once.
 */
const erasureClaim = z.object({
  /** Key of the batch. */
  kind: z.string(),
  submissions: z.array(z.object({ form_id: z.string(), submission_id: z.string() })),
});
export type ErasureClaim = z.infer<typeof erasureClaim>;

export const erasureProgress = z.discriminatedUnion('stage', [
  /**
   * Erases the matching submissions: those from the first search in round 1, those from the second search in
   * round 2.
   */
  z.object({
    stage: z.literal('matches'),
    round: z.union([z.literal(1), z.literal(2)]),
    claim: erasureClaim.optional(),
  }),
  /** Erases all other records of the address and stored copies of the submissions. */
  z.object({ stage: z.literal('person'), after: personCursor.optional() }),
  /** Waits before the second search, or before the last pass. */
  z.object({ stage: z.literal('wait'), for: z.enum(['search', 'last-pass']), until: z.string() }),
  /**
   * Searches again, because submissions may have arrived or changed since the first search. Covers everything
   * received before `until`.
   */
  z.object({ stage: z.literal('search'), until: z.string(), recipients: z.int() }),
  /**
   * Deletes data that was stored late by functions that were still running, and adds up the erased records.
   * `after` is the last processed batch.
   */
  z.object({ stage: z.literal('last-pass'), after: z.string().optional() }),
  /** Erases records of the address that were stored late. */
  z.object({ stage: z.literal('last-person'), after: personCursor.optional() }),
]);
export type ErasureProgress = z.infer<typeof erasureProgress>;
