/** Defines the JSON responses of ingest (docs/specification.md, "Ingest"). */
import * as z from 'zod';
import { acceptedResponse } from './conventions/convention-schemas.ts';
import { submissionView } from '../submissions/submission.ts';

/** The submission was stored. */
export const storedResponse = submissionView
  .pick({ id: true, received_at: true, files: true })
  .extend({ status: z.literal('received') });

/** Response to spam. Deliberately looks like success. */
export const spamResponse = z.object({ ok: z.literal(true), status: z.literal('accepted') });

/** The idempotency key was used before, so nothing was stored. */
export const replayResponse = z.object({
  id: z.string(),
  status: z.literal('received'),
  idempotent_replay: z.literal(true),
});

/** Responses with status 200. The last one is for forms that use the conventions of another backend. */
export const nothingStoredResponse = z.union([spamResponse, replayResponse, acceptedResponse]);
