/** `POST /{locale}/api`: accepts a submission from a program that has an API key. */
import { accountStatusStore, type AccountStatus } from '../accounts/account-status-store.ts';
import { timestamp } from '../core/clock.ts';
import type { LocalizedSubmissionView } from './localized-submission.ts';
import { isFormId, submissionTime } from '../core/ids.ts';
import { canSeeForm } from '../core/caller.ts';
import { ingest, type IngestResult } from '../ingest/ingest.ts';
import { preflight } from '../ingest/preflight.ts';
import { countingRefusals } from '../ingest/refused-posts.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { translations } from '../i18n/catalogues.ts';
import { assertNotSuspended } from '../auth/authenticate.ts';
import { loggedLookups } from '../ingest/logged-lookups.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { languageOf, localizedFormat } from './localized-format.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { ingestDeps, type IngestDeps } from '../ingest/ingest-deps.ts';
import { isFromWebhook } from '../core/web/webhook-request.ts';
import { sourceOf } from '../submissions/source.ts';
import { submitEntry as operation } from './localized-operations.ts';

interface Deps extends IngestDeps {
  readonly accounts: AccountStatus;
}

/**
 * Ingests a submission with the same checks as `POST /v1/f/{slug}`. The form can be identified by its slug or
 * id.
 */
export function submitEntry({ stores, config, accounts }: Deps) {
  return async ({ event, body, caller, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { headers } = event;
    // Read the account in parallel with the form, so that requests don't wait for another round trip.
    const findForm = async (name: string) => {
      const [form] = await Promise.all([stores.findForm(name), assertNotSuspended(caller, accounts)]);
      // Don't reveal that an id belongs to another account's form. A slug may be revealed, because slugs are
      // public.
      if (form?.account_id !== caller.account_id) return isFormId(name) ? undefined : form;
      return canSeeForm(caller, form.form_id) ? form : undefined;
    };
    const checked = await preflight(
      {
        slug: body.form,
        sourceIp: event.requestContext.http.sourceIp,
        isFromWebhook: isFromWebhook(headers),
        origin: headers['origin'],
        authorization: undefined,
        accountId: caller.account_id,
        idempotencyKey: headers['idempotency-key'],
        source: sourceOf(headers),
      },
      // Leave out the account, because the log line already contains the caller's.
      loggedLookups({ ...stores, findForm }, ({ account_id: _, ...subject }) => logWith(subject)),
      config,
    );
    const result = await ingest(checked, { members: body.fields }, stores, config);
    return toResponse(result, translations[languageOf(event) ?? 'en']);
  };
}

/**
 * Responds like `POST /v1/f/{slug}`: with 201 if the submission was stored, or with 200 and no id if it's
 * spam.
 */
function toResponse(result: IngestResult, { localizedSubmission: messages }: Catalogue): HttpResponse {
  switch (result.outcome) {
    case 'stored': {
      const { submission_id, received_at } = result.submission;
      return { status: 201, body: storedView(submission_id, received_at, messages.received) };
    }
    case 'spam':
      return { status: 200, body: { ok: true, status: 'accepted', message: messages.accepted } };
    case 'replay': {
      const receivedAt = timestamp(submissionTime(result.submissionId));
      const body = storedView(result.submissionId, receivedAt, messages.replayed);
      return { status: 200, body: { ...body, idempotent_replay: true } };
    }
  }
}

function storedView(job_id: string, received_at: string, message: string): LocalizedSubmissionView {
  return { job_id, received_at, status: 'received', message };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE'],
  (db, environment) =>
    countingRefusals(submitEntry, {
      ...ingestDeps(db),
      accounts: accountStatusStore(db, environment.ACCOUNTS_TABLE),
    }),
  localizedFormat,
);
