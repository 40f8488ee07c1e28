/** Decides which calls fail, how and when. */
import type { Random } from './random.ts';

/** Possible faults of one call to a store, a queue, a ladder or an endpoint. */
export const faults = [
  /** The caller dies before the call is sent. */
  'crash-before',
  /** The call takes effect and the caller dies before the response. */
  'crash-after',
  /** The call has no effect and fails. */
  'throttled',
  /** The call takes effect and fails, for example because its response was lost. */
  'lost-response',
  /** The call takes effect twice: its response was lost, and the SDK retried it. */
  'repeated',
] as const;
export type Fault = (typeof faults)[number];

/** Returns the next call's fault, or undefined if it succeeds; `name` identifies the call. */
export type FaultPlan = (name: string, now: number) => Fault | undefined;

/** A failed call; its caller can't know whether it took effect. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed' as const;
}

const MINUTE = 60_000;

/**
 * Returns random faults, and up to two outages during which all calls of one kind fail; no faults from `calm`
 * on.
 */
export function randomFaults(random: Random, start: number, calm: number): FaultPlan {
  const rate = random.pick([0, 0.01, 0.05, 0.15]);
  const crashRate = random.pick([0, 0.01, 0.05]);
  const outages = Array.from({ length: random.between(0, 2) }, () => {
    const from = random.between(start, calm - 5 * MINUTE);
    return {
      from,
      to: Math.min(calm, from + random.between(1, 40) * MINUTE),
      calls: random.pick(['', 'delivery.', 'webhook.', 'queue.', 'ladder.', 'send', 'delivery.replace']),
      fault: random.pick(['throttled', 'throttled', 'crash-before', 'crash-after'] as const),
    };
  });
  return (name, now) => {
    if (now >= calm) return undefined;
    const outage = outages.find(({ from, to, calls }) => from <= now && now < to && name.startsWith(calls));
    if (outage) return outage.fault;
    if (random.chance(crashRate)) return random.pick(['crash-before', 'crash-after']);
    if (random.chance(rate)) return random.pick(['throttled', 'throttled', 'lost-response', 'repeated']);
    return undefined;
  };
}

/** Returns one fault, at the call with this number, counted from 0. */
export function oneFault(number: number, fault: Fault): FaultPlan {
  let count = 0;
  return () => (count++ === number ? fault : undefined);
}
