import { dayCounts } from '../analytics/day-counter-store.ts';
import { formReader } from '../forms/form-store.ts';
import { submissionDeliveries } from '../webhooks/delivery/submission-delivery-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { deliveryCounts, formCounts } from '../analytics/form-analytics.ts';
import type { Clock } from '../core/clock.ts';
import { toldDays } from '../analytics/day-counts.ts';
import type { JobView } from './localized-submission.ts';
import { presentForm } from '../forms/form.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { presentSubmission } from '../submissions/submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { localizedVoice } from './localized-format.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { getJob as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly deliveries: Pick<ReturnType<typeof submissionDeliveries>, 'find'>;
  readonly counts: Pick<ReturnType<typeof dayCounts>, 'find'>;
  readonly baseUrl: string;
  readonly now: Clock;
  readonly emailEnabled: boolean;
}

/** A job is a submission under its id. */
export function getJob({ forms, submissions, deliveries, counts, baseUrl, now, emailEnabled }: Parts) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { form, child } = await ownedChild(forms, caller.account_id, path['jobId'], submissions.find);
    const days = toldDays(now());
    const [delivered, counted] = await Promise.all([
      deliveries.find(form.form_id, child.submission_id),
      counts.find(form.form_id, days),
    ]);
    const body: JobView = {
      job_id: child.submission_id,
      form: presentForm(form, { emailEnabled }),
      submission: presentSubmission(child, { baseUrl, now: now() }),
      analytics: { deliveries: deliveryCounts(delivered), form: formCounts(days, counted) },
    };
    return { status: 200, body };
  };
}

export const handler = managementHandler(
  operation,
  [
    'BASE_URL',
    'COUNTERS_TABLE',
    'EMAIL_ENABLED',
    'DELIVERIES_TABLE',
    'FORMS_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
  ],
  (db, environment) =>
    getJob({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      deliveries: submissionDeliveries(db, {
        webhooks: environment.WEBHOOKS_TABLE,
        deliveries: environment.DELIVERIES_TABLE,
      }),
      counts: dayCounts(db, environment.COUNTERS_TABLE),
      baseUrl: environment.BASE_URL,
      now: Date.now,
      emailEnabled: environment.EMAIL_ENABLED,
    }),
  localizedVoice,
);
