/** Defines the item that a running data request stores in its slot (FormJobs table). */
import * as z from 'zod';
import { timestamp } from '../core/clock.ts';
import { slots, type DataRequest } from './data-request.ts';

/**
 * The item that occupies a slot, stored next to the account's form jobs. The hourly check uses it to restart
 * requests that have stopped.
 */
export const dataRequestRunner = z.object({
  /** The account's id. */
  form_id: z.string(),
  kind: z.enum(slots),
  data_request_id: z.string(),
  /** Set for a confirmed erasure. The account's imports wait until the erasure ends. */
  erases: z.literal(true).optional(),
  /** When a function last processed the request. */
  touched_at: z.string(),
});
export type DataRequestRunner = z.infer<typeof dataRequestRunner>;

export const runnerOf = (
  { form_id, kind, status }: DataRequest,
  slot: (typeof slots)[number],
  now: number,
): DataRequestRunner => ({
  form_id,
  kind: slot,
  data_request_id: kind,
  ...(status === 'erasing' && { erases: true }),
  touched_at: timestamp(now),
});
