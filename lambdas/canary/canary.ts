/**
 * Defines the canary, a form that belongs to the service itself. Every few minutes, the service submits this
 * form and waits for its webhook. The account, form and webhook have fixed ids, so that the canary's IAM
 * policy can name them.
 */
import { newAccount, type Account } from '../accounts/account.ts';
import type { RandomBytes } from '../core/random.ts';
import { newForm, type Form } from '../forms/form.ts';
import { newWebhook, type SigningWebhook } from '../webhooks/webhook.ts';
import { CANARY_FORM, CANARY_WEBHOOK } from '../core/canary-ids.ts';

export const CANARY_ACCOUNT = 'acc_CANARY000000';
/** Prefix for the counters that record when a run's webhook arrived. */
export const CANARY_RUNS = 'canary#';

/** Quota of the canary's account, which is enough for more than one submission per second. */
const QUOTA = 5_000_000;

export function canaryAccount(now: number, random: RandomBytes): Account {
  const input = { name: 'Canary', plan: 'free', monthly_quota: QUOTA } as const;
  return { ...newAccount(input, now, random), account_id: CANARY_ACCOUNT };
}

/**
 * Creates the canary's form. The form keeps submissions for a day. It never moves them to spam, even though
 * they are almost identical.
 */
export function canaryForm(now: number, random: RandomBytes): Form {
  const input = { name: 'Canary', retention_days: 1, spam: { mode: 'observe' as const } };
  // This slug can't be taken, because users can't choose a slug that contains a dot. The canary submits to
  // the form's id instead.
  return {
    ...newForm(CANARY_ACCOUNT, input, now, random),
    form_id: CANARY_FORM,
    slug: `${CANARY_FORM}.canary`,
  };
}

export function canaryWebhook(url: string, now: number, random: RandomBytes): SigningWebhook {
  const owner = { account_id: CANARY_ACCOUNT, owner_id: CANARY_FORM };
  return { ...newWebhook(owner, { url, name: 'Canary' }, now, random), webhook_id: CANARY_WEBHOOK };
}
