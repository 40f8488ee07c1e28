/** `GET /{locale}/api/{jobId}`: returns a submission and its form, each with its analytics. */
import { readerOf } from '../core/caller.ts';
import { formCountReader, type ReadFormCounts } from '../forms/counts/form-count-store.ts';
import { dayCountReader } from '../analytics/day-counter-store.ts';
import { formReader } from '../forms/form-store.ts';
import { submissionDeliveryStore } from '../webhooks/delivery/submission-delivery-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { deliveryCounts, formCounts } from '../analytics/form-analytics.ts';
import type { Clock } from '../core/clock.ts';
import { reportedDays } from '../forms/counts/day-counts.ts';
import type { JobView } from './localized-submission.ts';
import { recipientStatusStore } from '../forms/recipients/recipient-store.ts';
import { toFormView } from '../forms/form-view.ts';
import { ownedChild, visibleWebhookOwners, type FormFinder } from '../auth/ownership.ts';
import { toPostedSubmissionView } from '../submissions/submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { localizedFormat } from './localized-format.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getJob as operation } from './localized-operations.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly deliveries: Pick<ReturnType<typeof submissionDeliveryStore>, 'find'>;
  readonly counts: Pick<ReturnType<typeof dayCountReader>, 'find'>;
  readonly baseUrl: string;
  readonly now: Clock;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly countsOf: ReadFormCounts;
  readonly emailEnabled: boolean;
}

/** Returns a job. In this API, a submission is called a job and keeps its id. */
export function getJob({
  forms,
  submissions,
  deliveries,
  counts,
  statusesOf,
  countsOf,
  baseUrl,
  now,
  emailEnabled,
}: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form, child } = await ownedChild(forms, caller, path['jobId'], submissions.find);
    const days = reportedDays(now());
    const [delivered, counted, statusOf, countsOfForm] = await Promise.all([
      deliveries.find(visibleWebhookOwners(form, caller), child.submission_id),
      counts.find(form.form_id, days),
      statusesOf([form]),
      countsOf([form.form_id], readerOf(caller)),
    ]);
    const body: JobView = {
      job_id: child.submission_id,
      form: toFormView(form, { emailEnabled, statusOf, countsOf: countsOfForm }),
      submission: toPostedSubmissionView(child, { baseUrl, now: now() }),
      analytics: { deliveries: deliveryCounts(delivered), form: formCounts(days, counted) },
    };
    return { status: 200, body };
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'BASE_URL',
    'COUNTERS_TABLE',
    'EMAIL_ENABLED',
    'DELIVERIES_TABLE',
    'FORMS_TABLE',
    'RECIPIENTS_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
  ],
  (db, environment) =>
    getJob({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      deliveries: submissionDeliveryStore(db, {
        webhooks: environment.WEBHOOKS_TABLE,
        deliveries: environment.DELIVERIES_TABLE,
      }),
      counts: dayCountReader(db, environment.COUNTERS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      baseUrl: environment.BASE_URL,
      now: Date.now,
      countsOf: formCountReader(db, environment.COUNTERS_TABLE),
      emailEnabled: environment.EMAIL_ENABLED,
    }),
  localizedFormat,
);
