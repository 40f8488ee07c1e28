/**
 * Simulates DynamoDB under contention, on a simulated clock. Each partition accepts a fixed number of units
 * per second and throttles other calls. The SDK client waits and retries with its standard strategy.
 */
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import type { Random } from '../../simulation/random.ts';
import type { Timeline } from '../../simulation/timeline.ts';

/**
 * Maximum write units per second per partition (Amazon DynamoDB Developer Guide, "Designing partition keys").
 */
const WRITES = 1000;
const READS = 3000;
/** Assumed duration of a call within a region, in milliseconds. */
const CALL_MS = { read: 3, write: 5 } as const;
/**
 * Maximum number of attempts per call, as configured for the functions' clients
 * (lambdas/aws/clients/call-limits.ts).
 */
const ATTEMPTS = 3;
/**
 * Maximum wait before the first retry of a throttled call, in milliseconds. The wait is random, and its
 * maximum doubles with each retry (@smithy/core, retry).
 */
const THROTTLED_WAIT_MS = 500;

/** Returns the error for a call whose attempts were all throttled. */
const throttled = (key: string): Error =>
  new ProvisionedThroughputExceededException({ message: `${key} is throttled`, $metadata: {} });

interface Count {
  readonly limit: number;
}

/**
 * Tracks a partition's remaining capacity for read or write units. At most one second's worth of unused
 * capacity accumulates.
 */
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

/**
 * Simulates a store with a separate partition for every key, which is the best case, because DynamoDB can
 * split a hot partition.
 */
export class ContendedStore {
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #partitions = new Map<string, Throughput>();
  readonly #counters = new Map<string, number>();
  /** Number of throttled calls by key. */
  readonly throttled = new Map<string, number>();

  constructor(timeline: Timeline, random: Random) {
    this.#timeline = timeline;
    this.#random = random;
  }

  read(key: string): Promise<void> {
    return this.call('read', key, () => undefined);
  }

  put(key: string, units: number): Promise<void> {
    return this.call('write', key, () => undefined, { units });
  }

  /**
   * Increments the counter unless it has reached its limit. Returns true if the counter was incremented.
   * Refused updates also use a write unit.
   */
  count(key: string, { limit }: Count): Promise<boolean> {
    return this.call('write', key, () => {
      const used = this.used(key);
      if (used < limit) this.#counters.set(key, used + 1);
      return used < limit;
    });
  }

  release(key: string): Promise<void> {
    return this.call('write', key, () => {
      this.#counters.set(key, this.used(key) - 1);
    });
  }

  used(key: string): number {
    return this.#counters.get(key) ?? 0;
  }

  /** Makes a call that takes effect at one point in time, unless all attempts are throttled. */
  async call<Result>(
    kind: 'read' | 'write',
    key: string,
    apply: () => Result,
    { units = 1, attempts = ATTEMPTS } = {},
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#timeline.sleep(CALL_MS[kind]);
      if (this.#partition(kind, key).take(units, this.#timeline.now)) return apply();
      this.throttled.set(key, (this.throttled.get(key) ?? 0) + 1);
      if (attempt === attempts) throw throttled(key);
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
