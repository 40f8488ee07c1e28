/** Runs the real quota store on simulated tables whose items are throttled like DynamoDB's partitions. */
import { UpdateCommand, type BatchGetCommand, type GetCommand } from '@aws-sdk/lib-dynamodb';
import { quotaStore } from '../../../lambdas/accounts/quota-store.ts';
import { digestOfPlans } from '../../../lambdas/accounts/quota.ts';
import type { DocumentClient } from '../../../lambdas/aws/dynamodb.ts';
import type { ItemClient, QuotaClients } from '../../../lambdas/aws/item-client.ts';
import { SmallTables } from '../../simulation/aws/small-tables.ts';
import type { Random } from '../../simulation/random.ts';
import type { ContendedStore } from './contended-store.ts';

const TABLES = { accounts: 'account', counters: 'counter' };
/** The simulation starts at the beginning of a month and takes seconds. */
const START = Date.UTC(2026, 10, 1);

export type QuotaStore = Pick<ReturnType<typeof quotaStore>, 'reserve' | 'release'>;

export class ContendedQuotas {
  readonly #tables = new SmallTables();
  readonly #store: ContendedStore;
  readonly #random: Random;
  readonly #plans;

  constructor(store: ContendedStore, random: Random, monthlyQuota: number) {
    this.#store = store;
    this.#random = random;
    const plan = { monthly_quota: monthlyQuota, max_file_bytes: 0, max_forms: 1 };
    this.#plans = { free: plan, pro: plan, team: plan };
  }

  /** Adds an account that has received its first submission of the month. */
  addAccount(accountId: string): void {
    if (this.#tables.find(TABLES.accounts, { account_id: accountId })) return;
    this.#tables.put(TABLES.accounts, { account_id: accountId }, { plan: 'team', cursor_key: 'key' });
    this.#tables.put(
      TABLES.counters,
      { counter: `quota#${accountId}#2026-11` },
      {
        used: 0,
        quota_limit: this.#plans.team.monthly_quota,
        plan: 'team',
        plans: digestOfPlans(this.#plans),
        expires_at: START / 1000,
      },
    );
  }

  /** Returns the quota store of a new function environment. */
  environment(): QuotaStore {
    const store = quotaStore(this.#clients(), TABLES, this.#plans, () => this.#random.next());
    return { ...store, reserve: (accountId, now) => store.reserve(accountId, START + Math.floor(now)) };
  }

  /** Number of units used by all submissions, including those that are in progress. */
  get used(): number {
    return this.#tables.rows(TABLES.counters).reduce((total, { allocated, used, ...counter }) => {
      const moved = Object.entries(counter).filter(([name]) => name.startsWith('shard_'));
      return moved.reduce((rest, [, units]) => rest - Number(units), total + Number(used));
    }, 0);
  }

  #clients(): QuotaClients {
    const items = this.#items();
    const send = async (command: GetCommand | BatchGetCommand | UpdateCommand): Promise<object> => {
      const { input } = command;
      if (!('RequestItems' in input)) {
        const kind = command instanceof UpdateCommand ? 'write' : 'read';
        return this.#on(kind, input).db.send(command as GetCommand);
      }
      const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
      await Promise.all(keys.map((key) => this.#store.read(keyName(key))));
      const immediate = { call: <Result>(_: string, effect: () => Result) => Promise.resolve(effect()) };
      return this.#tables.clientsOf(immediate).db.send(command as BatchGetCommand);
    };
    return { db: { send } as unknown as DocumentClient, items, failFast: this.#items(1) };
  }

  #items(attempts?: number): ItemClient {
    return {
      get: (input) => this.#on('read', input, attempts).items.get(input),
      put: () => Promise.reject(new TypeError('Quota counters are only updated')),
      update: (input) => this.#on('write', input, attempts).items.update(input),
    };
  }

  #on(kind: 'read' | 'write', { Key = {} }: { Key?: object | undefined }, attempts?: number): QuotaClients {
    return this.#tables.clientsOf({
      call: (_, effect) =>
        this.#store.call(kind, keyName(Key), effect, attempts === undefined ? {} : { attempts }),
    });
  }
}

const keyName = (key: object): string => `quota ${Object.values(key).join()}`;
