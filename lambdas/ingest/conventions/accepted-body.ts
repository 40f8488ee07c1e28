/**
 * Builds the response body for accepted submissions in the format of another backend. Only programs get this
 * body. Browsers get the thank-you page.
 */
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
  /** Absolute URL of the next page to show. */
  readonly next: string;
}

/**
 * Builds the response body. It has the same fields for stored submissions, replays and spam. The response to
 * spam contains a newly generated id so that bots can't tell that they were recognized.
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
