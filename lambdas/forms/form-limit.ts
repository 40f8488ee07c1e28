/**
 * Defines the counter names and attributes for the maximum number of forms per account
 * (`form-limit-store.ts`).
 */
import { account } from '../accounts/account.ts';

/** Prefix for the names of the form limit counters. */
export const FORM_LIMIT_COUNTER = 'forms#';

/** The account attributes needed to determine the form limit. */
export const plannedAccount = account.pick({ account_id: true, plan: true });
export const plannedAttributes = plannedAccount.keyof().options;

/** The form attributes to read when counting forms. */
export const countedAttributes = ['account_id', 'form_id'] as const;
