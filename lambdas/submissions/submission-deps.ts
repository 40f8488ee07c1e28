/** Creates the dependencies of functions that change submissions, from their environment variables. */
import { accountStore } from '../accounts/account-store.ts';
import { plans } from '../accounts/plans.ts';
import { counterStore } from '../aws/counter-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { systemRandom } from '../core/random.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import { formReader } from '../forms/form-store.ts';
import type { SubmissionChangeDeps } from './change-owned-submission.ts';
import { submissionChanges } from './submission-change-store.ts';
import { submissionStore } from './submission-store.ts';

export function submissionChangeDeps(db: DocumentClient): SubmissionChangeDeps {
  const environment = readEnvironment(
    'ACCOUNTS_TABLE',
    'COUNTERS_TABLE',
    'FORMS_TABLE',
    'PLANS',
    'SPAM_RETENTION_DAYS',
    'SUBMISSIONS_TABLE',
  );
  const changes = submissionChanges(db, environment.SUBMISSIONS_TABLE);
  return {
    forms: formReader(db, environment.FORMS_TABLE),
    moderation: {
      find: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
      findAccount: accountStore(db, environment.ACCOUNTS_TABLE).find,
      ...counterStore(db, environment.COUNTERS_TABLE),
      replace: changes.replace,
      setReadBy: changes.setReadBy,
    },
    config: {
      now: Date.now,
      random: systemRandom,
      plans: plans.parse(environment.PLANS),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      hasEventBus: readIfGiven('HAS_EVENT_BUS') ?? false,
    },
  };
}
