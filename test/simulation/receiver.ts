/** Simulates the responses of webhook endpoints. */
import type { Random } from './random.ts';

/** Behavior of a simulated endpoint. */
export type Behaviour =
  | 'good'
  | 'bad'
  /** Fails half of the requests. */
  | 'flaky'
  /** Responds after a random time of up to twice the deadline. */
  | 'slow'
  /** Never responds. */
  | 'hangs'
  /** Fails at first, then starts working. */
  | 'recovers'
  /** Fails during a period and works before and after it. */
  | 'outage'
  /** Responds with 410 during a period and works before and after it. */
  | 'closed'
  /** Responds with a random Retry-After header. */
  | 'overloaded'
  /** Responds with 410. */
  | 'gone';

export const behaviours: readonly Behaviour[] = [
  'good',
  'good',
  'bad',
  'flaky',
  'slow',
  'hangs',
  'recovers',
  'overloaded',
  'gone',
];

/** A period in milliseconds since the epoch. The end is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface SimulatedResponse {
  readonly takesMs: number;
  /** Status code, or 0 if no response arrives in time. */
  readonly status: number;
  readonly retryAfter?: string;
}

/** Returns the endpoint's response to a request. The sender hangs up after `deadlineMs`. */
export function responseOf(
  behaviour: Behaviour,
  random: Random,
  {
    now,
    recoversAt,
    outage,
    deadlineMs,
  }: { now: number; recoversAt: number; outage?: Period | undefined; deadlineMs: number },
): SimulatedResponse {
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
    case 'overloaded':
      return {
        takesMs: quick,
        status: random.pick([200, 429, 503]),
        retryAfter: String(random.between(0, 5000)),
      };
    case 'gone':
      return { takesMs: quick, status: 410 };
    case 'closed':
    case 'outage': {
      const isDown = outage !== undefined && outage.from <= now && now < outage.to;
      const downStatus = behaviour === 'closed' ? 410 : random.pick([0, 404, 500, 503]);
      const status = isDown ? downStatus : 200;
      return { takesMs: status === 0 ? deadlineMs : quick, status };
    }
    case 'recovers':
      return { takesMs: quick, status: now < recoversAt ? 500 : 200 };
  }
}
