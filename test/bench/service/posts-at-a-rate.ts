/**
 * Sends submissions at fixed times, even while earlier requests are still running, so that a slow service
 * can't reduce the load.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { POST } from './bench-service.ts';

export interface PostAtARate {
  readonly status: number;
  readonly body: string;
  /** Milliseconds from the scheduled time of the request to its response. */
  readonly milliseconds: number;
}

/** Sends submissions at the given rate. Rejects if the connection fails. */
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
