/** What ingest answers (specification, "Ingest"). */
import * as z from 'zod';
import { submissionView } from '../submissions/submission.ts';

/** A submission was stored. */
export const storedResponse = submissionView
  .pick({ id: true, received_at: true, files: true })
  .extend({ status: z.literal('received') });

/** Spam was caught; deliberately benign. */
export const spamResponse = z.object({ ok: z.literal(true), status: z.literal('accepted') });

/** The idempotency key is known: nothing was done. */
export const replayResponse = z.object({
  id: z.string(),
  status: z.literal('received'),
  idempotent_replay: z.literal(true),
});

/** Either of the answers that store nothing. */
export const nothingStoredResponse = z.union([spamResponse, replayResponse]);
