/** `GET /v1/submissions/{id}/timeline`: returns a submission's history. */
import type { Clock } from '../core/clock.ts';
import { submissionEmailStore } from '../submissions/email-log/email-log-store.ts';
import { ownedChild, visibleWebhookOwners, type FormFinder } from '../auth/ownership.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { getTimeline as operation } from './timeline-operations.ts';
import { submissionDeliveryStore } from '../webhooks/delivery/submission-delivery-store.ts';
import { labelStore } from '../submissions/labels/label-store.ts';
import { replyStore } from '../submissions/replies/reply-store.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { timelineOf } from './timeline.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly deliveries: Pick<ReturnType<typeof submissionDeliveryStore>, 'findAll'>;
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'find'>;
  readonly replies: Pick<ReturnType<typeof replyStore>, 'latest'>;
  readonly labels: Pick<ReturnType<typeof labelStore>, 'find'>;
  readonly now: Clock;
}

/**
 * Returns the submission's history: when it was stored, its webhook delivery attempts, its e-mails and its
 * changes.
 */
export function getTimeline({ forms, submissions, deliveries, emails, replies, labels, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form, child } = await ownedChild(forms, caller, path['id'], submissions.find);
    const isLabelled = child.changes.some((change) => change.labels && change.labels.length > 0);
    const [sent, written, replied, existing] = await Promise.all([
      deliveries.findAll(visibleWebhookOwners(form, caller), child.submission_id),
      emails.find(form.form_id, child.submission_id, now()),
      replies.latest(form.form_id, child.submission_id),
      isLabelled ? labels.find(caller.account_id) : [],
    ]);
    const names = { labels: new Map(existing.map((each) => [each.id, each])) };
    return { status: 200, body: { data: timelineOf(child, sent, written, replied, names) } };
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'DELIVERIES_TABLE',
    'EMAILS_TABLE',
    'FORMS_TABLE',
    'REPLIES_TABLE',
    'SUBMISSIONS_TABLE',
    'WEBHOOKS_TABLE',
  ],
  (db, environment) =>
    getTimeline({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      deliveries: submissionDeliveryStore(db, {
        webhooks: environment.WEBHOOKS_TABLE,
        deliveries: environment.DELIVERIES_TABLE,
      }),
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
      replies: replyStore(db, environment.REPLIES_TABLE),
      labels: labelStore(db, environment.ACCOUNTS_TABLE),
      now: Date.now,
    }),
);
