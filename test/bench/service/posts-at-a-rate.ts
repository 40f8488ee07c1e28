/** Posts that leave at fixed times, however long those before them take: who falls behind does not slow down its measurement. */
import { setTimeout as pause } from 'node:timers/promises';
import { POST } from './bench-service.ts';

export interface PostAtARate {
  readonly status: number;
  /** Of the response. */
  readonly body: string;
  /** Milliseconds from when it was due to its response. */
  readonly milliseconds: number;
}

/** Rejects when the connection fails. */
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
