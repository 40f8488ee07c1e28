/** `POST /v1/forms`: creates a form. */
import { newSummaryJob } from './jobs/form-job.ts';
import { formWriter } from './form-store.ts';
import { assertSeesAllForms } from '../auth/ownership.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { addEmail } from '../aws/email-queue.ts';
import { confirmationRequest, type RequestConfirmations } from './recipients/confirmation-request.ts';
import { recipientStatusStore } from './recipients/recipient-store.ts';
import { addressKeyOf } from './rate-limit.ts';
import { NO_COUNTS } from './counts/form-counts.ts';
import { resourceTag } from '../core/resource-tag.ts';
import { assertFieldsUsable } from './fields/usable-fields.ts';
import { toFormView } from './form-view.ts';
import { newForm, type Form } from './form.ts';
import { slugWithEnding } from './slug.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import { readIfGiven } from '../environment.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createForm as operation } from './form-operations.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formWriter>, 'create'>;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly statusesOf: ReturnType<typeof recipientStatusStore>;
  readonly requestConfirmations: RequestConfirmations;
  readonly emailEnabled: boolean;
}

/**
 * Creates a form. If the client chose a slug that another form uses, the request fails with a conflict. If
 * the slug was derived from the name, a random suffix is added instead.
 */
export function createForm({ forms, statusesOf, requestConfirmations, now, random, emailEnabled }: Deps) {
  return async ({
    body,
    caller,
    audit,
    logWith,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    assertSeesAllForms(caller);
    const form = {
      ...newForm(caller.account_id, body, now(), random),
      address_key: addressKeyOf(caller.cursor_key),
    };
    logWith({ form_id: form.form_id });
    await assertFieldsUsable(form);
    const statusOf = await statusesOf([form]);
    const respond = (stored: Form): HttpResponse => {
      const job = confirmationRequest(undefined, stored, statusOf);
      // If this call fails, the first submission requests the confirmations again.
      if (job) runInBackground(requestConfirmations(job));
      const view = toFormView(stored, { emailEnabled, statusOf, countsOf: () => NO_COUNTS });
      return {
        status: 201,
        headers: { location: `/v1/forms/${stored.form_id}`, etag: resourceTag(stored.version, view) },
        body: view,
      };
    };
    const jobs = form.weekly_spam_summary ? [newSummaryJob(form, now())] : [];
    const create = (of: Form) => forms.create(of, audit.rowOf(of.form_id), jobs, { noWebhooks: true });
    if ((await create(form)) === 'written') return respond(form);
    if (body.slug !== undefined)
      throw new Conflict(`The slug "${body.slug}" is already taken. Choose another one.`);
    const another = { ...form, slug: slugWithEnding(form.slug, random) };
    if ((await create(another)) === 'written') return respond(another);
    throw new Conflict('No free slug was found for this name. Send a `slug`, for example "contact-2".');
  };
}

const variables = [
  'ACCOUNTS_TABLE',
  'EMAIL_ENABLED',
  'FORMS_TABLE',
  'FORM_SLUGS_TABLE',
  'FORM_JOBS_TABLE',
  'RECIPIENTS_TABLE',
] as const;

export const handler = managementHandler(operation, variables, (db, environment) =>
  createForm({
    forms: formWriter(db, {
      forms: environment.FORMS_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      jobs: environment.FORM_JOBS_TABLE,
    }),
    statusesOf: recipientStatusStore(db, {
      recipients: environment.RECIPIENTS_TABLE,
      accounts: environment.ACCOUNTS_TABLE,
    }),
    requestConfirmations: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
    now: Date.now,
    random: systemRandom,
    emailEnabled: environment.EMAIL_ENABLED,
  }),
);
