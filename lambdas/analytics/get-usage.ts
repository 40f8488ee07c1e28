/** `GET /v1/usage`: returns the account's usage in the current month. */
import { usageStore } from '../accounts/usage-store.ts';
import type { Clock } from '../core/clock.ts';
import { NotFound } from '../core/errors.ts';
import { plans, type Plans } from '../accounts/plans.ts';
import { toUsageView } from '../accounts/usage.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { monthlyCountReader } from './day-counter-store.ts';
import { getUsage as operation } from './analytics-operations.ts';

interface Deps {
  readonly usage: ReturnType<typeof usageStore>;
  /** Returns the number of submissions that forms have accepted in the month of `at`. */
  readonly usedBy: (formIds: readonly string[], at: number) => Promise<number>;
  readonly plans: Plans;
  readonly now: Clock;
}

/**
 * Returns the usage of the caller's account. Callers who can only access specific forms get only the usage of
 * these forms.
 */
export function getUsage({ usage, usedBy, plans: all, now }: Deps) {
  return async ({ caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const at = now();
    const found = await usage.find(caller.account_id, at);
    if (!found) throw new NotFound('The account of this key no longer exists.');
    const { form_ids } = caller;
    const used = form_ids ? await usedBy(form_ids, at) : found.used;
    return { status: 200, body: toUsageView(found.account, used, all, at) };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'COUNTERS_TABLE', 'PLANS'],
  (db, environment) =>
    getUsage({
      usage: usageStore(db, { accounts: environment.ACCOUNTS_TABLE, counters: environment.COUNTERS_TABLE }),
      usedBy: monthlyCountReader(db, environment.COUNTERS_TABLE),
      plans: plans.parse(environment.PLANS),
      now: Date.now,
    }),
);
