/** `GET /v1/f/{slug}/page`: returns a form's hosted page and counts the view. */
import { plans } from '../../accounts/plans.ts';
import { quotaStore } from '../../accounts/quota-store.ts';
import { bucketOrigin } from '../../aws/bucket-origin.ts';
import { documentClient, quotaClients } from '../../aws/clients/dynamodb-client.ts';
import { SECOND, type Clock } from '../../core/clock.ts';
import { FormNotFound, FormNotLive } from '../../core/errors/errors.ts';
import { readEnvironment } from '../../environment.ts';
import { closedPage, openPage } from '../../form-pages/hosted/hosted-page.ts';
import { publicFormStore, type FindPublicForm } from '../../form-pages/public-form-store.ts';
import { refusalCountStore } from '../../forms/counts/refusal-count-store.ts';
import { readerOf } from '../../http/browser.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { ingestFormat } from '../ingest-format.ts';
import { getFormPage as operation } from '../ingest-operations.ts';
import { RefusalCounter } from '../refusal-counter.ts';
import { isView } from './counted-view.ts';
import { hostedForm, type StoredHostedForm } from './hosted-form.ts';

interface Deps {
  readonly findForm: FindPublicForm<StoredHostedForm>;
  readonly findQuota: ReturnType<typeof quotaStore>['find'];
  readonly views: Pick<RefusalCounter, 'count'>;
  readonly uploadOrigin: string;
  readonly now: Clock;
}

/**
 * Returns the form, or a page without controls if the form doesn't accept submissions. If the account is
 * suspended, the page contains only the service's default text.
 */
export function getFormPage({ findForm, findQuota, views, uploadOrigin, now }: Deps) {
  return async ({
    event,
    path,
    logWith,
    runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { slug = '' } = path;
    const form = await findForm(slug);
    if (!form?.page.enabled) throw new FormNotFound(slug);
    const { account_id, form_id } = form;
    logWith({ account_id, form_id });
    const { isSuspended, used, counter } = await findQuota(account_id, now());
    if (isSuspended) throw new FormNotLive();
    const request = { form, slug, browser: readerOf(event.headers, form.language), uploadOrigin };
    if (form.status !== 'live' || used >= counter.limit) return closedPage(request);
    if (isView(event.requestContext.http.method, event.headers))
      runInBackground(views.count(form_id, 'views'));
    return openPage(request);
  };
}

const { ACCOUNTS_TABLE, BASE_URL, COUNTERS_TABLE, FILES_ORIGIN, FORM_SLUGS_TABLE, PLANS } = readEnvironment(
  'ACCOUNTS_TABLE',
  'BASE_URL',
  'COUNTERS_TABLE',
  'FILES_ORIGIN',
  'FORM_SLUGS_TABLE',
  'PLANS',
);
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: BASE_URL, format: ingestFormat(BASE_URL) },
  getFormPage({
    findForm: publicFormStore(db, FORM_SLUGS_TABLE, hostedForm),
    findQuota: quotaStore(
      quotaClients(db),
      { accounts: ACCOUNTS_TABLE, counters: COUNTERS_TABLE },
      plans.parse(PLANS),
    ).find,
    // Views are more frequent than rejected submissions, so more of them are written in one burst.
    views: new RefusalCounter(refusalCountStore(db, COUNTERS_TABLE), Date.now, {
      burst: 100,
      interval: SECOND,
    }),
    uploadOrigin: bucketOrigin(FILES_ORIGIN),
    now: Date.now,
  }),
);
