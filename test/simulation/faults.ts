/** What goes wrong, and when. */
import type { Random } from './random.ts';

/** What can happen to one call of a store, a queue, a ladder or an endpoint. */
export const faults = [
  /** The caller dies before the call leaves. */
  'crash-before',
  /** The call takes effect and the caller dies before it hears so. */
  'crash-after',
  /** Nothing happens and the caller is told so. */
  'throttled',
  /** The call takes effect, and the caller is told that it failed. */
  'lost-answer',
  /** The call takes effect, its answer is lost, and the client makes it again. */
  'repeated',
] as const;
export type Fault = (typeof faults)[number];

/** Decides about each call; `name` says what is called. */
export type FaultPlan = (name: string, now: number) => Fault | undefined;

/** A call that failed in a way that says nothing about its effect. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed' as const;
}

const MINUTE = 60_000;

/** Faults at random, and now and then everything of one kind fails for a while; none from `calm` on. */
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
    if (random.chance(rate)) return random.pick(['throttled', 'throttled', 'lost-answer', 'repeated']);
    return undefined;
  };
}

/** One fault at the call of this number, counted from 0. */
export function oneFault(number: number, fault: Fault): FaultPlan {
  let count = 0;
  return () => (count++ === number ? fault : undefined);
}
