/** What the functions that take in posts are made of. */
import type { Documents } from '../adapters/dynamodb.ts';
import { grantStore } from '../adapters/grant-store.ts';
import { intakeStore } from '../adapters/intake-store.ts';
import { turnstile } from '../adapters/turnstile.ts';
import type { IntakeRules, IntakeStores } from '../domain/intake.ts';
import { plans } from '../domain/plans.ts';
import { systemRandom } from '../domain/random.ts';
import { readEnvironment } from '../environment.ts';
import type { Grants } from '../http/authentication.ts';

export interface IntakeParts {
  readonly stores: IntakeStores;
  readonly grants: Pick<Grants, 'noteUse'>;
  readonly rules: IntakeRules;
}

/** The stores and rules of taking in, out of this function's environment. */
export function intakeParts(db: Documents): IntakeParts {
  const environment = readEnvironment(
    'ACCESS_TOKENS_TABLE',
    'ACCOUNTS_TABLE',
    'API_KEYS_TABLE',
    'COUNTERS_TABLE',
    'FORM_SLUGS_TABLE',
    'IDEMPOTENCY_TABLE',
    'PLANS',
    'SPAM_RETENTION_DAYS',
    'SUBMISSIONS_TABLE',
    'TURNSTILE_VERIFY_URL',
  );
  const keyTables = { accessTokens: environment.ACCESS_TOKENS_TABLE, apiKeys: environment.API_KEYS_TABLE };
  return {
    stores: intakeStore(db, {
      ...keyTables,
      accounts: environment.ACCOUNTS_TABLE,
      counters: environment.COUNTERS_TABLE,
      idempotency: environment.IDEMPOTENCY_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      submissions: environment.SUBMISSIONS_TABLE,
    }),
    grants: grantStore(db, keyTables, Date.now),
    rules: {
      now: Date.now,
      random: systemRandom,
      plans: plans.parse(environment.PLANS),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      verifyChallenge: turnstile(environment.TURNSTILE_VERIFY_URL),
    },
  };
}
