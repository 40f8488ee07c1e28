/**
 * A DynamoDB of simulated time, for figures of contention: a partition takes so many units a second and throttles what
 * is above them; the SDK's client waits and calls again as its standard strategy does.
 */
import type { Random } from '../../simulation/random.ts';
import type { Timeline } from '../../simulation/timeline.ts';

/** Units a second that one partition takes (Amazon DynamoDB Developer Guide, "Designing partition keys"). */
const WRITES = 1000;
const READS = 3000;
/** Assumed time of a call within a region, in milliseconds. */
const CALL_MS = { read: 3, write: 5 } as const;
/** Calls in all, as the functions' clients are configured (lambdas/aws/clients/call-limits.ts). */
const ATTEMPTS = 3;
/** The wait before a throttled call is repeated is random, up to this, doubled with each (@smithy/core, retry). */
const THROTTLED_WAIT_MS = 500;

/** A call was throttled as often as the client tries. */
export class Throttled extends Error {}

/** What an update of a counter may do. */
interface Count {
  readonly limit: number;
}

/** Units of one kind that a partition still takes: as many as a second brings, at most. */
class Throughput {
  readonly #perSecond: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, at: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#at = at;
  }

  take(units: number, at: number): boolean {
    this.#left = Math.min(this.#perSecond, this.#left + ((at - this.#at) / 1000) * this.#perSecond);
    this.#at = at;
    if (this.#left < units) return false;
    this.#left -= units;
    return true;
  }
}

/** Every key has a partition of its own: the best that DynamoDB does when it splits what is hot. */
export class ContendedStore {
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #partitions = new Map<string, Throughput>();
  readonly #counters = new Map<string, number>();
  /** How often calls to this key were throttled. */
  readonly throttled = new Map<string, number>();

  constructor(timeline: Timeline, random: Random) {
    this.#timeline = timeline;
    this.#random = random;
  }

  read(key: string): Promise<void> {
    return this.#call('read', key, 1, () => undefined);
  }

  put(key: string, units: number): Promise<void> {
    return this.#call('write', key, units, () => undefined);
  }

  /** Adds one to the counter unless its limit is reached; resolves to whether it was added. A refusal costs the unit, too. */
  count(key: string, { limit }: Count): Promise<boolean> {
    return this.#call('write', key, 1, () => {
      const used = this.used(key);
      if (used < limit) this.#counters.set(key, used + 1);
      return used < limit;
    });
  }

  giveBack(key: string): Promise<void> {
    return this.#call('write', key, 1, () => {
      this.#counters.set(key, this.used(key) - 1);
    });
  }

  used(key: string): number {
    return this.#counters.get(key) ?? 0;
  }

  async #call<Result>(
    kind: 'read' | 'write',
    key: string,
    units: number,
    apply: () => Result,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#timeline.sleep(CALL_MS[kind]);
      if (this.#partition(kind, key).take(units, this.#timeline.now)) return apply();
      this.throttled.set(key, (this.throttled.get(key) ?? 0) + 1);
      if (attempt === ATTEMPTS) throw new Throttled(key);
      await this.#timeline.sleep(this.#random.next() * THROTTLED_WAIT_MS * 2 ** (attempt - 1));
    }
  }

  #partition(kind: 'read' | 'write', key: string): Throughput {
    const name = `${kind} ${key}`;
    const found =
      this.#partitions.get(name) ?? new Throughput(kind === 'read' ? READS : WRITES, this.#timeline.now);
    this.#partitions.set(name, found);
    return found;
  }
}
