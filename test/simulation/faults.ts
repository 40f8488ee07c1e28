/** Decides which simulated calls fail, when they fail, and how. */
import type { Random } from './random.ts';

/** Faults that can occur in a call to a store, a queue, the retry state machine or a webhook endpoint. */
export const faults = [
  /** The caller crashes before it sends the call. */
  'crash-before',
  /** The call takes effect, but the caller crashes before it gets the response. */
  'crash-after',
  /** The call fails without any effect. */
  'throttled',
  /** The call takes effect but fails, for example because its response is lost. */
  'lost-response',
  /** The call takes effect twice, because its response is lost and the SDK retries it. */
  'repeated',
] as const;
export type Fault = (typeof faults)[number];

/** Returns the fault of the next call, or undefined if it succeeds. `name` identifies the call. */
export type FaultPlan = (name: string, now: number) => Fault | undefined;

/** Thrown when a call fails. The caller can't know whether it took effect. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed' as const;
}

const MINUTE = 60_000;

/**
 * Returns a plan with random faults and up to two outages, during which all calls of one kind fail. No faults
 * occur after the time `calm`.
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

/** Returns a plan with a single fault, which occurs at call number `number`, counting from 0. */
export function oneFault(number: number, fault: Fault): FaultPlan {
  let count = 0;
  return () => (count++ === number ? fault : undefined);
}
