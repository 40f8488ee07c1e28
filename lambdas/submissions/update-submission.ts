import { accountStore } from '../accounts/account-store.ts';
import { counterStore } from '../aws/counter-store.ts';
import { formReader } from '../forms/form-store.ts';
import { submissionChanges } from './submission-change-store.ts';
import { submissionStore } from './submission-store.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { plans, type Plans } from '../accounts/plans.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { toSubmissionView } from './submission.ts';
import { changeStatus, type ModerationDeps } from './moderation.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateSubmission as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly triage: ModerationDeps;
  readonly baseUrl: string;
  readonly rules: {
    readonly now: Clock;
    readonly random: RandomBytes;
    readonly plans: Plans;
    readonly spamRetentionDays: number;
  };
}

/** Times that the submission is read again because somebody else changed it in between. */
const TRIES = 3;

/** The status that it has already changes nothing; of two changes at once to the same status one takes effect. */
export function updateSubmission({ forms, triage, baseUrl, rules }: Parts) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { form, child } = await ownedChild(forms, caller.account_id, path['id'], triage.find);
      const now = rules.now();
      const after = await changeStatus(form, child, body.status, triage, { ...rules, now });
      if (after) return { status: 200, body: toSubmissionView(after, { baseUrl, now }) };
    }
    throw new Conflict('The submission is being changed by others at the same time; try again.');
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'BASE_URL',
    'COUNTERS_TABLE',
    'FORMS_TABLE',
    'PLANS',
    'SPAM_RETENTION_DAYS',
    'SUBMISSIONS_TABLE',
  ],
  (db, environment) =>
    updateSubmission({
      forms: formReader(db, environment.FORMS_TABLE),
      triage: {
        find: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
        findAccount: accountStore(db, environment.ACCOUNTS_TABLE).find,
        ...counterStore(db, environment.COUNTERS_TABLE),
        changeStatus: submissionChanges(db, environment.SUBMISSIONS_TABLE).changeStatus,
      },
      baseUrl: environment.BASE_URL,
      rules: {
        now: Date.now,
        random: systemRandom,
        plans: plans.parse(environment.PLANS),
        spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      },
    }),
);
