/** Endpoints of customers: what they do with a request, and what they have seen. */
import type { Random } from './random.ts';

/** How an endpoint behaves. */
export type Behaviour =
  | 'good'
  | 'bad'
  /** Fails half of the time. */
  | 'flaky'
  /** Takes between nothing and twice the deadline. */
  | 'slow'
  /** Never answers. */
  | 'hangs'
  /** Fails for a while, then works. */
  | 'recovers';

export const behaviours: readonly Behaviour[] = ['good', 'good', 'bad', 'flaky', 'slow', 'hangs', 'recovers'];

export interface Answer {
  readonly takesMs: number;
  /** 0 when no answer comes in time. */
  readonly status: number;
}

/** What an endpoint does with one request; `deadlineMs` is when the sender hangs up. */
export function answerOf(
  behaviour: Behaviour,
  random: Random,
  { now, recoversAt, deadlineMs }: { now: number; recoversAt: number; deadlineMs: number },
): Answer {
  const quick = random.between(1, 300);
  switch (behaviour) {
    case 'good':
      return { takesMs: quick, status: 200 };
    case 'bad':
      return { takesMs: quick, status: random.pick([301, 404, 500, 503]) };
    case 'flaky':
      return { takesMs: quick, status: random.pick([200, 204, 500, 0]) };
    case 'slow': {
      const takesMs = random.between(0, 2 * deadlineMs);
      return takesMs < deadlineMs ? { takesMs, status: 200 } : { takesMs: deadlineMs, status: 0 };
    }
    case 'hangs':
      return { takesMs: deadlineMs, status: 0 };
    case 'recovers':
      return { takesMs: quick, status: now < recoversAt ? 500 : 200 };
  }
}
