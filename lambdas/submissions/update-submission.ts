/** `PATCH /v1/submissions/{id}`: changes the status of a submission, marks it as read, stars it, notes something. */
import { accountStore } from '../accounts/account-store.ts';
import { counterStore } from '../aws/counter-store.ts';
import { formReader } from '../forms/form-store.ts';
import { submissionChanges } from './submission-change-store.ts';
import { submissionStore } from './submission-store.ts';
import { actorOf } from '../auth/principal.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { plans, type Plans } from '../accounts/plans.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { toSubmissionView } from './submission.ts';
import { changeSubmission, type ModerationDeps } from './moderation.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateSubmission as operation } from '../operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly moderation: ModerationDeps;
  readonly baseUrl: string;
  readonly config: {
    readonly now: Clock;
    readonly random: RandomBytes;
    readonly plans: Plans;
    readonly spamRetentionDays: number;
  };
}

/** How often the change is tried when others change the submission at the same time. */
const TRIES = 5;

/** Changes a submission, all members of the body at once or none. Values that it has already change nothing. */
export function updateSubmission({ forms, moderation, baseUrl, config }: Deps) {
  return async ({ path, body, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { form, child } = await ownedChild(forms, caller.account_id, path['id'], moderation.find);
      const now = config.now();
      const after = await changeSubmission(form, child, body, moderation, {
        ...config,
        now,
        actor: actorOf(caller),
      });
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
      moderation: {
        find: submissionStore(db, environment.SUBMISSIONS_TABLE).find,
        findAccount: accountStore(db, environment.ACCOUNTS_TABLE).find,
        ...counterStore(db, environment.COUNTERS_TABLE),
        replace: submissionChanges(db, environment.SUBMISSIONS_TABLE).replace,
      },
      baseUrl: environment.BASE_URL,
      config: {
        now: Date.now,
        random: systemRandom,
        plans: plans.parse(environment.PLANS),
        spamRetentionDays: environment.SPAM_RETENTION_DAYS,
      },
    }),
);
