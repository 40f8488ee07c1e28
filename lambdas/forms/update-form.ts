/** `PATCH /v1/forms/{id}`: changes a form. */
import { readerOf } from '../core/caller.ts';
import { formCountReader, type ReadFormCounts } from './counts/form-count-store.ts';
import { formJobStarter } from './jobs/form-job-deps.ts';
import { formChanger, wholeFormReader } from './form-store.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, Unavailable } from '../core/errors/errors.ts';
import { addEmail } from '../aws/email-queue.ts';
import { assertMayReceive } from '../auth/receiving.ts';
import { changedMembers } from './changed-members.ts';
import { assertRecipientFiltersUsable } from './recipients/recipient-filter.ts';
import { recipientsSetBy } from './recipients/app-recipients.ts';
import type { RequestConfirmations } from './recipients/confirmation-request.ts';
import { recipientChanges } from './recipients/recipient-change-store.ts';
import { recipientStatusStore } from './recipients/recipient-store.ts';
import { readIfGiven } from '../environment.ts';
import { assertNoPublicSuffix } from './public-suffix.ts';
import { assertFieldsUsable } from './fields/usable-fields.ts';
import { toFormView } from './form-view.ts';
import { assertReplyToConfirmed, withReplyTo } from './reply-settings.ts';
import { applyFormPatch, type Form } from './form.ts';
import { slugTakenText } from './slug.ts';
import { assertIfMatch, resourceTag } from '../core/web/resource-tag.ts';
import { addressKeyOf } from './rate-limit.ts';
import { newSummaryJob, newFormJob } from './jobs/form-job.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateForm as operation } from './form-operations.ts';

interface Deps {
  readonly forms: FormFinder<Form> & Pick<ReturnType<typeof formChanger>, 'replace'>;
  readonly queue: ReturnType<typeof formJobStarter>;
  readonly now: Clock;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly countsOf: ReadFormCounts;
  readonly changeRecipients: ReturnType<typeof recipientChanges>;
  readonly requestConfirmations: RequestConfirmations;
  readonly emailEnabled: boolean;
}

/** Maximum number of attempts to change a form while other requests change it. */
const MAX_ATTEMPTS = 5;

/**
 * Changes only the settings in the request. If two requests change the form concurrently, both changes take
 * effect. If the retention period changes, a form job applies it to stored submissions in the background.
 */
export function updateForm({
  forms,
  queue,
  statusesOf,
  countsOf,
  changeRecipients,
  requestConfirmations,
  now,
  emailEnabled,
}: Deps) {
  return async ({
    event,
    path,
    body,
    caller,
    audit,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    // Callers that may not receive submissions can't change the slug, because it also affects where
    // submissions go. If another form takes the old slug, pages that still use it submit to that form.
    const deciding = (['notify_emails', 'slug'] as const).find((name) => body[name] !== undefined);
    if (deciding) assertMayReceive(caller, `The member "${deciding}"`);
    if (body.replies?.reply_to !== undefined) assertMayReceive(caller, 'The member "replies.reply_to"');
    assertNoPublicSuffix(body.allowed_origins ?? []);
    await assertRecipientFiltersUsable(body.notify_emails);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const before = await ownedForm(forms, caller, path['id']);
      assertIfMatch(event.headers, before.version);
      const after = {
        ...applyFormPatch(before, body, now()),
        ...(body.notify_emails && recipientsSetBy(caller, body.notify_emails, before)),
        address_key: addressKeyOf(caller.cursor_key),
      };
      const decidesFields = [body.fields, body.honeypot_field, body.conventions, body.challenge];
      if (decidesFields.some((member) => member !== undefined)) await assertFieldsUsable(after);
      const retentionJob =
        before.retention_days === after.retention_days ? undefined : newFormJob('retention', after, now());
      const [statusBefore, counts] = await Promise.all([
        statusesOf([withReplyTo(after)]),
        countsOf([after.form_id], readerOf(caller)),
      ]);
      const jobs = [
        ...(retentionJob ? [retentionJob] : []),
        ...(after.weekly_spam_summary && !before.weekly_spam_summary ? [newSummaryJob(after, now())] : []),
      ];
      const recipients = body.notify_emails && (await changeRecipients(caller, before, after, statusBefore));
      const statusOf = recipients?.statusOf ?? statusBefore;
      assertReplyToConfirmed(before, after, statusOf);
      const row = audit.rowOf(
        { id: before.form_id, name: before.name },
        changedMembers(before, after, body, caller.cursor_key),
      );
      const result = await forms.replace(before, after, jobs, row, recipients?.guards);
      switch (result) {
        case 'written': {
          if (retentionJob) await queue.start(retentionJob);
          // If the confirmation requests can't be queued now, the form's next submission queues them.
          if (recipients?.job) runInBackground(requestConfirmations(recipients.job));
          const view = toFormView(after, { emailEnabled, statusOf, countsOf: counts });
          return { status: 200, headers: { etag: resourceTag(after.version, view) }, body: view };
        }
        case 'slug-taken':
          throw new Conflict(slugTakenText(after.slug));
        case 'changed-concurrently':
          break;
        default:
          throw recipients?.refusal(result) ?? new Unavailable();
      }
    }
    throw new Conflict('Other requests are changing this form at the moment. Please try again.');
  };
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'CONFIRMATIONS_PER_DAY',
    'CONFIRMATIONS_PER_HOUR',
    'CONNECTIONS_TABLE',
    'COUNTERS_TABLE',
    'EMAIL_ENABLED',
    'FORMS_TABLE',
    'FORM_SLUGS_TABLE',
    'FORM_JOBS_TABLE',
    'RECIPIENTS_TABLE',
  ],
  (db, environment) =>
    updateForm({
      forms: {
        ...wholeFormReader(db, environment.FORMS_TABLE),
        ...formChanger(db, {
          forms: environment.FORMS_TABLE,
          slugs: environment.FORM_SLUGS_TABLE,
          jobs: environment.FORM_JOBS_TABLE,
        }),
      },
      queue: formJobStarter(),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      changeRecipients: recipientChanges(
        db,
        {
          connections: environment.CONNECTIONS_TABLE,
          counters: environment.COUNTERS_TABLE,
          recipients: environment.RECIPIENTS_TABLE,
        },
        environment.EMAIL_ENABLED
          ? { hour: environment.CONFIRMATIONS_PER_HOUR, day: environment.CONFIRMATIONS_PER_DAY }
          : undefined,
        Date.now,
      ),
      requestConfirmations: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
      now: Date.now,
      countsOf: formCountReader(db, environment.COUNTERS_TABLE),
      emailEnabled: environment.EMAIL_ENABLED,
    }),
);
