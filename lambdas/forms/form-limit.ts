/** Names and attributes of the maximum number of forms of an account (`form-limit-store.ts`). */
import { account } from '../accounts/account.ts';

/** Prefix of the names of the counters. */
export const FORM_LIMIT_COUNTER = 'forms#';

/** What is read of an account for its limit. */
export const plannedAccount = account.pick({ account_id: true, plan: true });
export const plannedAttributes = plannedAccount.keyof().options;

/** Attributes of forms that are read to count them. */
export const countedAttributes = ['account_id', 'form_id'] as const;
