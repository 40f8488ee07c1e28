/** What the functions that take in posts are made of. */
import type { Documents } from '../adapters/dynamodb.ts';
import { intakeStore } from '../adapters/intake-store.ts';
import { turnstile } from '../adapters/turnstile.ts';
import type { IntakeRules, IntakeStores } from '../domain/intake.ts';
import { plans } from '../domain/plans.ts';
import { systemRandom } from '../domain/random.ts';
import { readEnvironment } from '../environment.ts';

export interface IntakeParts {
  readonly stores: IntakeStores;
  readonly rules: IntakeRules;
}

/** The stores and rules of taking in, out of this function's environment. */
export function intakeParts(db: Documents): IntakeParts {
  const environment = readEnvironment(
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
  return {
    stores: intakeStore(db, {
      accounts: environment.ACCOUNTS_TABLE,
      apiKeys: environment.API_KEYS_TABLE,
      counters: environment.COUNTERS_TABLE,
      idempotency: environment.IDEMPOTENCY_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      submissions: environment.SUBMISSIONS_TABLE,
    }),
    rules: {
      now: Date.now,
      random: systemRandom,
      plans: plans.parse(environment.PLANS),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      verifyChallenge: turnstile(environment.TURNSTILE_VERIFY_URL),
    },
  };
}
