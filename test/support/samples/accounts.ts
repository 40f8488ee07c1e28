/** Creates accounts and keys in a test's stores, using the same code as the operator's CLI. */
import { accountKeys } from '../../../cli/account/account-keys.ts';
import { accountRegistry } from '../../../cli/account/account-registry.ts';
import type { ServiceConnection } from '../../../cli/service-connection.ts';
import type { KeyType } from '../../../lambdas/core/caller.ts';
import { defaultPlans, type PlanName } from '../../../lambdas/accounts/plans.ts';
import type { Scope } from '../../../lambdas/core/scope.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import type { TestStores } from '../emulators/stores.ts';

export function serviceOn({ db, tables }: TestStores): ServiceConnection {
  return {
    db,
    tables,
    plans: defaultPlans,
    startFormJob: () => Promise.resolve(),
    queueEmail: () => Promise.resolve(),
    addToUserPool: () => Promise.resolve(),
    baseUrl: 'http://api.test',
  };
}

export interface TestAccount {
  readonly accountId: string;
  /** The account's first management key. */
  readonly key: string;
}

export async function newAccount(
  stores: TestStores,
  given: { plan?: PlanName; monthly_quota?: number } = {},
): Promise<TestAccount> {
  const register = accountRegistry(serviceOn(stores), Date.now, systemRandom);
  const { account, managementKey } = await register.create({ name: 'Test', plan: 'pro', ...given });
  return { accountId: account.account_id, key: managementKey };
}

export async function newKey(
  stores: TestStores,
  accountId: string,
  type: KeyType,
  given: { name?: string; scopes?: Scope[]; expires_at?: string } = {},
): Promise<{ id: string; key: string }> {
  const keys = accountKeys(serviceOn(stores), Date.now, systemRandom);
  return keys.mint(accountId, { type, name: 'Test', ...given });
}
