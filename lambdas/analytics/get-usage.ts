/** `GET /v1/usage`: returns the account's usage of its plan this month. */
import { usageStore } from '../accounts/usage-store.ts';
import type { Clock } from '../core/clock.ts';
import { NotFound } from '../core/errors.ts';
import { plans, type Plans } from '../accounts/plans.ts';
import { toUsageView } from '../accounts/usage.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getUsage as operation } from './analytics-operations.ts';

interface Deps {
  readonly usage: ReturnType<typeof usageStore>;
  readonly plans: Plans;
  readonly now: Clock;
}

/** Returns the usage of the account that owns the API key. */
export function getUsage({ usage, plans: all, now }: Deps) {
  return async ({ caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const at = now();
    const found = await usage.find(caller.account_id, at);
    if (!found) throw new NotFound('The account of this key no longer exists.');
    return { status: 200, body: toUsageView(found.account, found.used, all, at) };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'COUNTERS_TABLE', 'PLANS'],
  (db, environment) =>
    getUsage({
      usage: usageStore(db, { accounts: environment.ACCOUNTS_TABLE, counters: environment.COUNTERS_TABLE }),
      plans: plans.parse(environment.PLANS),
      now: Date.now,
    }),
);
