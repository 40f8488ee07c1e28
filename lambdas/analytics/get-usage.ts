/** `GET /v1/usage`: returns the account's usage in the current month. */
import { usageStore } from '../accounts/usage-store.ts';
import type { Caller } from '../core/caller.ts';
import { reportedDays } from '../forms/counts/day-counts.ts';
import { refusalCountReader } from '../forms/counts/refusal-count-store.ts';
import { formReader } from '../forms/form-store.ts';
import type { Clock } from '../core/clock.ts';
import { NotFound } from '../core/errors/errors.ts';
import { plans, type Plans } from '../accounts/plans.ts';
import { toUsageView } from '../accounts/usage.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { monthlyCountReader } from './day-counter-store.ts';
import { getUsage as operation } from './analytics-operations.ts';

interface Deps {
  readonly usage: ReturnType<typeof usageStore>;
  /** Returns the number of submissions that these forms have accepted in the month of `at`. */
  readonly usedBy: (formIds: readonly string[], at: number) => Promise<number>;
  readonly forms: Pick<ReturnType<typeof formReader>, 'listOf'>;
  readonly refusalsOf: ReturnType<typeof refusalCountReader>;
  readonly plans: Plans;
  readonly now: Clock;
}

/** Rejected submissions are only returned for this many days (including today) and this many forms. */
const REFUSAL_DAYS = 7;
const MAX_FORMS = 200;

/**
 * Returns the usage of the caller's account. Callers with access to specific forms only get the usage of
 * those forms.
 */
export function getUsage({ usage, usedBy, forms, refusalsOf, plans: all, now }: Deps) {
  const refusalsOfForms = async (caller: Caller, at: number) => {
    const { rows } = await forms.listOf(caller, MAX_FORMS, undefined);
    const ids = rows.map(({ form_id }) => form_id);
    const counts = await refusalsOf(ids, reportedDays(at, REFUSAL_DAYS));
    return new Map(ids.map((id, index) => [id, counts[index] ?? []]));
  };
  return async ({ caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const at = now();
    const found = await usage.find(caller.account_id, at);
    if (!found) throw new NotFound('The account that this key belongs to no longer exists.');
    const { form_ids } = caller;
    const [used, refused] = await Promise.all([
      form_ids ? usedBy(form_ids, at) : found.used,
      refusalsOfForms(caller, at),
    ]);
    return { status: 200, body: toUsageView(found.account, { used, refused }, all, at) };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'COUNTERS_TABLE', 'FORMS_TABLE', 'PLANS'],
  (db, environment) =>
    getUsage({
      usage: usageStore(db, { accounts: environment.ACCOUNTS_TABLE, counters: environment.COUNTERS_TABLE }),
      usedBy: monthlyCountReader(db, environment.COUNTERS_TABLE),
      forms: formReader(db, environment.FORMS_TABLE),
      refusalsOf: refusalCountReader(db, environment.COUNTERS_TABLE),
      plans: plans.parse(environment.PLANS),
      now: Date.now,
    }),
);
