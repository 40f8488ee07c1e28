/**
 * Creates a new account for a test, with one API key of each type. Forms are created with the service's real
 * handler.
 */
import type { PlanName } from '../../../lambdas/accounts/plans.ts';
import { newAccount, newKey } from './accounts.ts';
import type { handlersOn } from '../service/handlers.ts';
import type { TestStores } from '../emulators/stores.ts';

export interface AccountWithForms {
  readonly account_id: string;
  readonly managementKey: string;
  readonly submissionKey: string;
  /** Creates a live form and returns the id and slug from the API's response. */
  makeForm(input?: Record<string, unknown>): Promise<{ id: string; slug: string }>;
}

export async function makeAccount(
  stores: TestStores,
  call: ReturnType<typeof handlersOn>,
  { plan = 'pro', quota }: { plan?: PlanName; quota?: number } = {},
): Promise<AccountWithForms> {
  const given = { plan, ...(quota !== undefined && { monthly_quota: quota }) };
  const { accountId, key: managementKey } = await newAccount(stores, given);
  const { key: submissionKey } = await newKey(stores, accountId, 'submission');
  return {
    account_id: accountId,
    managementKey,
    submissionKey,
    async makeForm(input = {}) {
      const { status, body, text } = await call('createForm', {
        key: managementKey,
        body: { name: 'Contact', ...input },
      });
      if (status !== 201) throw new Error(`The form could not be created: ${text}`);
      return body;
    },
  };
}
