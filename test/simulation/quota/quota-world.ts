/**
 * Simulates the real quota store while a busy account reaches its quota. Every call can fail or crash its
 * function, and the operator changes the account in between.
 */
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { forgetLimits, quotaStore } from '../../../lambdas/accounts/quota-store.ts';
import { readUsed } from '../../../lambdas/accounts/quota-shard-store.ts';
import { Unavailable } from '../../../lambdas/core/errors/errors.ts';
import { SmallTables } from '../aws/small-tables.ts';
import type { Random } from '../random.ts';
import { Timeline } from '../timeline.ts';

const TABLES = { accounts: 'account', counters: 'counter' };
const ACCOUNT_ID = 'acc_0123456789AB';
const COUNTER = `quota#${ACCOUNT_ID}#2026-11`;
const START = Date.UTC(2026, 10, 22, 12);
const ENVIRONMENTS = 40;

/** Faults by probability. A crashed function never continues. */
export interface Faults {
  readonly crash: number;
  readonly throttled: number;
  readonly lostResponse: number;
}

export const NO_FAULTS: Faults = { crash: 0, throttled: 0, lostResponse: 0 };

/** Simulates an account whose quota has been used up except for a few hundred units. */
export class QuotaWorld {
  readonly timeline = new Timeline(START);
  readonly tables = new SmallTables();
  readonly #random: Random;
  readonly #environments: ReturnType<typeof quotaStore>[];
  faults: Faults;
  accepted: number;
  /** Describes broken rules. */
  readonly violations: string[] = [];
  #limit: number;
  /** The rules below apply to requests that began after this time. */
  #changedAt = START;
  #isSuspended = false;

  /** @param ignores matches parts of conditions that always hold (`SmallTables`) */
  constructor(
    random: Random,
    {
      limit,
      used,
      faults,
      ignores,
    }: { limit: number; used: number; faults: Faults; ignores?: RegExp | undefined },
  ) {
    this.#random = random;
    this.#limit = limit;
    this.accepted = used;
    this.faults = faults;
    this.tables.put(TABLES.counters, { counter: COUNTER }, { used, expires_at: START / 1000 });
    this.#putAccount();
    const plan = { monthly_quota: 0, max_file_bytes: 0, max_forms: 1 };
    const plans = { free: plan, pro: plan, team: plan };
    const clients = this.tables.clientsOf({ call: (_, effect) => this.#call(effect) }, { ignores });
    this.#environments = Array.from({ length: ENVIRONMENTS }, () =>
      quotaStore(clients, TABLES, plans, () => random.next()),
    );
  }

  /**
   * Sends a submission. Returns true if it was accepted. Some submissions are rejected after the quota has
   * been reserved, and release their unit.
   */
  async post(): Promise<boolean> {
    const store = this.#random.pick(this.#environments);
    const begunAt = this.timeline.now;
    const state = await store.reserve(ACCOUNT_ID, begunAt);
    const isCurrent = begunAt > this.#changedAt;
    if (isCurrent && state.isSuspended !== this.#isSuspended) this.violations.push('wrong suspension');
    if (isCurrent && !this.#isSuspended && state.counter.limit !== this.#limit)
      this.violations.push(`limit ${state.counter.limit} instead of ${this.#limit}`);
    if (!state.isReserved) return false;
    // Count the unit before it is released, because a submission could be stored at any time until then.
    this.accepted += 1;
    this.#check();
    if (!this.#random.chance(0.1)) return true;
    this.accepted -= 1;
    await store.release(state.counter).catch(() => undefined);
    return false;
  }

  /** Changes the account as the operator does. */
  async change({ limit, isSuspended }: { limit: number; isSuspended: boolean }): Promise<void> {
    this.#changedAt = Infinity;
    [this.#limit, this.#isSuspended] = [limit, isSuspended];
    this.#putAccount();
    const { db } = this.tables.clientsOf({ call: (_, effect) => this.#delayed(effect) });
    await forgetLimits(db, TABLES.counters, ACCOUNT_ID, this.timeline.now);
    this.#changedAt = this.timeline.now;
  }

  /** Returns the account's usage as the API shows it. */
  used(): Promise<number> {
    const { db } = this.tables.clientsOf({ call: (_, effect) => Promise.resolve(effect()) });
    return readUsed(db, TABLES.counters, this.tables.find(TABLES.counters, { counter: COUNTER }));
  }

  /** Number of shards that have units of the counter. */
  get shards(): number {
    return this.tables.rows(TABLES.counters).length - 1;
  }

  #check(): void {
    const [counter = {}, ...shards] = this.tables.rows(TABLES.counters);
    const isAllocated = (name: string): boolean => name.startsWith('shard_');
    const allocated = sum(
      Object.keys(counter)
        .filter(isAllocated)
        .map((name) => Number(counter[name])),
    );
    const used = Number(counter['used']) - allocated + sum(shards.map((shard) => Number(shard['used'])));
    if (used < this.accepted) this.violations.push(`${this.accepted} accepted, but only ${used} counted`);
    if (used > this.#limit && this.#changedAt === START) this.violations.push(`${used} units counted`);
  }

  #putAccount(): void {
    this.tables.put(
      TABLES.accounts,
      { account_id: ACCOUNT_ID },
      {
        plan: 'pro',
        cursor_key: 'key',
        monthly_quota: this.#limit,
        ...(this.#isSuspended && { suspended_at: '2026-11-22T12:00:00.000Z' }),
      },
    );
  }

  async #delayed<Result>(effect: () => Result): Promise<Result> {
    await this.timeline.sleep(this.#random.between(1, 10));
    const result = effect();
    await this.timeline.sleep(this.#random.between(1, 10));
    return result;
  }

  async #call<Result>(effect: () => Result): Promise<Result> {
    const { crash, throttled, lostResponse } = this.faults;
    const crashed = new Promise<never>(() => undefined);
    if (this.#random.chance(crash)) return crashed;
    if (this.#random.chance(throttled))
      return this.#delayed(() => undefined).then(() => Promise.reject(throttledCall()));
    const result = await this.#delayed(effect);
    if (this.#random.chance(crash)) return crashed;
    if (this.#random.chance(lostResponse)) throw new Unavailable();
    return result;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const throttledCall = (): Unavailable =>
  new Unavailable(undefined, {
    cause: new ProvisionedThroughputExceededException({ message: 'Throttled', $metadata: {} }),
  });
