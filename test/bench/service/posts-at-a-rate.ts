/**
 * Sends posts at fixed times, however long earlier ones take, so that a slow service doesn't slow down its
 * own measurement.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { POST } from './bench-service.ts';

export interface PostAtARate {
  readonly status: number;
  /** Body of the response. */
  readonly body: string;
  /** Milliseconds from when the post was due to its response. */
  readonly milliseconds: number;
}

/** Sends posts at this rate. Rejects if the connection fails. */
export function postAtARate(url: string, { rate, count }: { rate: number; count: number }) {
  const start = performance.now() + 100;
  return Promise.all(
    Array.from({ length: count }, async (_, index): Promise<PostAtARate> => {
      const due = start + (index * 1000) / rate;
      await pause(due - performance.now());
      const response = await fetch(url, POST);
      const body = await response.text();
      return { status: response.status, body, milliseconds: performance.now() - due };
    }),
  );
}
