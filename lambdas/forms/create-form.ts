/** `POST /v1/forms`: creates a form. */
import { newSummaryJob } from './jobs/form-job.ts';
import { formWriter } from './form-store.ts';
import { plans } from '../accounts/plans.ts';
import { assertSeesAllForms } from '../auth/ownership.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict, Unavailable } from '../core/errors/errors.ts';
import { addEmail } from '../aws/email-queue.ts';
import { assertMayReceive } from '../auth/receiving.ts';
import { assertRecipientFiltersUsable } from './recipients/recipient-filter.ts';
import { recipientsSetBy } from './recipients/app-recipients.ts';
import type { RequestConfirmations } from './recipients/confirmation-request.ts';
import { defaultRecipients, recipientChanges } from './recipients/recipient-change-store.ts';
import { recipientStatusStore } from './recipients/recipient-store.ts';
import { addressKeyOf } from './rate-limit.ts';
import { NO_COUNTS } from './counts/form-counts.ts';
import { resourceTag } from '../core/web/resource-tag.ts';
import { assertNoPublicSuffix } from './public-suffix.ts';
import { assertFieldsUsable } from './fields/usable-fields.ts';
import { toFormView } from './form-view.ts';
import { formLimitStore } from './form-limit-store.ts';
import { assertReplyToConfirmed, withReplyTo } from './reply-settings.ts';
import { newForm, type Form } from './form.ts';
import { slugTakenText, slugWithEnding } from './slug.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { readIfGiven } from '../environment.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createForm as operation } from './form-operations.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formWriter>, 'create'>;
  readonly formLimit: ReturnType<typeof formLimitStore>;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly changeRecipients: ReturnType<typeof recipientChanges>;
  readonly requestConfirmations: RequestConfirmations;
  readonly emailEnabled: boolean;
}

/** Maximum number of attempts to create a form while other forms are created at the same time. */
const MAX_ATTEMPTS = 10;

/**
 * Creates a form. If the client chose a slug that another form uses, the request fails with a conflict. If
 * the slug was derived from the name, a random suffix is added instead.
 */
export function createForm({
  forms,
  formLimit,
  statusesOf,
  changeRecipients,
  requestConfirmations,
  now,
  random,
  emailEnabled,
}: Deps) {
  return async ({
    body,
    caller,
    audit,
    logWith,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    if (body.notify_emails !== undefined) assertMayReceive(caller, 'The member "notify_emails"');
    if (body.replies?.reply_to !== undefined) assertMayReceive(caller, 'The member "replies.reply_to"');
    assertNoPublicSuffix(body.allowed_origins ?? []);
    await assertRecipientFiltersUsable(body.notify_emails);
    const form = {
      ...newForm(caller.account_id, body, now(), random),
      ...recipientsSetBy(caller, body.notify_emails ?? defaultRecipients(caller)),
      address_key: addressKeyOf(caller.cursor_key),
    };
    logWith({ form_id: form.form_id });
    await assertFieldsUsable(form);
    const recipients = await changeRecipients(caller, undefined, form, await statusesOf([withReplyTo(form)]));
    const { statusOf } = recipients;
    assertReplyToConfirmed(undefined, form, statusOf);
    const respond = (stored: Form): HttpResponse => {
      // If the confirmation requests can't be queued now, the form's first submission queues them.
      if (recipients.job) runInBackground(requestConfirmations(recipients.job));
      const view = toFormView(stored, { emailEnabled, statusOf, countsOf: () => NO_COUNTS });
      return {
        status: 201,
        headers: { location: `/v1/forms/${stored.form_id}`, etag: resourceTag(stored.version, view) },
        body: view,
      };
    };
    const jobs = form.weekly_spam_summary ? [newSummaryJob(form, now())] : [];
    const { account_id } = caller;
    const limit = await formLimit.limitOf(account_id);
    const guards = [...recipients.guards, formLimit.guard(account_id, limit)];
    /** Returns true if the slug was available and the form was created. */
    const create = async (of: Form): Promise<boolean> => {
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        const result = await forms.create(of, audit.rowOf({ id: of.form_id, name: of.name }), jobs, {
          noWebhooks: true,
          guards,
        });
        if (result === 'written') return true;
        if (result === 'slug-taken' || result === 'changed-concurrently') return false;
        if (result !== 'form-limit') throw recipients.refusal(result);
        if (!(await formLimit.hasRoom(account_id, limit)))
          throw new Conflict(`An account with this plan can have at most ${limit} forms. Delete one first.`);
      }
      throw new Unavailable();
    };
    if (await create(form)) return respond(form);
    if (body.slug !== undefined) throw new Conflict(slugTakenText(body.slug));
    const another = { ...form, slug: slugWithEnding(form.slug, random) };
    if (await create(another)) return respond(another);
    throw new Conflict(
      'Every slug that we tried for this name is taken. Send a `slug`, for example "contact-2".',
    );
  };
}

const variables = [
  'ACCOUNTS_TABLE',
  'CONFIRMATIONS_PER_DAY',
  'CONFIRMATIONS_PER_HOUR',
  'CONNECTIONS_TABLE',
  'COUNTERS_TABLE',
  'EMAIL_ENABLED',
  'FORMS_TABLE',
  'FORM_SLUGS_TABLE',
  'FORM_JOBS_TABLE',
  'PLANS',
  'RECIPIENTS_TABLE',
] as const;

export const handler = managementHandler(operation, variables, (db, environment) =>
  createForm({
    forms: formWriter(db, {
      forms: environment.FORMS_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      jobs: environment.FORM_JOBS_TABLE,
    }),
    formLimit: formLimitStore(
      db,
      {
        accounts: environment.ACCOUNTS_TABLE,
        counters: environment.COUNTERS_TABLE,
        forms: environment.FORMS_TABLE,
      },
      plans.parse(environment.PLANS),
      Date.now,
    ),
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
    random: systemRandom,
    emailEnabled: environment.EMAIL_ENABLED,
  }),
);
