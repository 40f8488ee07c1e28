/** An account of its own for a test, with a key of each type, and forms made through the service's own handler. */
import { accountRegister } from '../../cli/accounts.ts';
import { systemRandom } from '../../lambdas/domain/random.ts';
import { defaultPlans, type PlanName } from '../../lambdas/domain/plans.ts';
import type { handlersOn } from './handlers.ts';
import type { TestStores } from './stores.ts';

export interface TestAccount {
  readonly account_id: string;
  readonly managementKey: string;
  readonly submissionKey: string;
  /** Makes a live form, and gives it as the API shows it. */
  makeForm(input?: Record<string, unknown>): Promise<{ id: string; slug: string }>;
}

export async function makeAccount(
  stores: TestStores,
  call: ReturnType<typeof handlersOn>,
  { plan = 'pro', quota }: { plan?: PlanName; quota?: number } = {},
): Promise<TestAccount> {
  const register = accountRegister(
    { db: stores.db, tables: stores.tables, plans: defaultPlans },
    Date.now,
    systemRandom,
  );
  const { account, managementKey } = await register.create({ name: 'Test', plan, monthly_quota: quota });
  const submissionKey = await register.mintKey(account, 'submission', 'Test');
  return {
    account_id: account.account_id,
    managementKey,
    submissionKey,
    async makeForm(input = {}) {
      const { status, body, text } = await call('createForm', {
        key: managementKey,
        body: { name: 'Contact', ...input },
      });
      if (status !== 201) throw new Error(`The form was not made: ${text}`);
      return body;
    },
  };
}
