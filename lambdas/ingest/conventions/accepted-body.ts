/** Builds the response that programs get for an accepted post, in the convention of another backend. */
import type * as z from 'zod';
import { timestamp } from '../../core/clock.ts';
import { newSubmissionId } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { Convention } from '../../forms/conventions/convention.ts';
import type { IngestResult } from '../ingest.ts';
import type { acceptedResponse } from './convention-schemas.ts';

interface Shown {
  /** Thank-you message for the visitor. */
  readonly message: string;
  /** Absolute URL. */
  readonly next: string;
}

/**
 * Returns the same members for stored posts, replays and spam. Spam gets an id that no submission has, so
 * that a bot can't tell that it was recognized.
 */
export function acceptedBody(
  result: IngestResult,
  { success }: Convention,
  { message, next }: Shown,
  { now, random }: { now: number; random: RandomBytes },
): z.infer<typeof acceptedResponse> {
  return { ...membersOf(result, now, random), success, message, next };
}

function membersOf(
  result: IngestResult,
  now: number,
  random: RandomBytes,
): Pick<z.infer<typeof acceptedResponse>, 'id' | 'received_at' | 'status' | 'files' | 'idempotent_replay'> {
  const status = 'received';
  switch (result.outcome) {
    case 'stored': {
      const { submission_id: id, received_at, attachments } = result.submission;
      return { id, received_at, status, files: attachments.length };
    }
    case 'spam': {
      const id = newSubmissionId(result.form.form_id, now, random);
      return { id, received_at: timestamp(now), status, files: result.files };
    }
    case 'replay':
      return { id: result.submissionId, status, idempotent_replay: true };
  }
}
