/**
 * `GET /v1/f/{slug}/thanks`: returns the thank-you page that browsers are redirected to after they submit a
 * form. Reloading this page doesn't submit the form again.
 */
import { accountStatusStore, type AccountStatus } from '../accounts/account-status-store.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { FormNotFound, FormNotLive } from '../core/errors/errors.ts';
import { readEnvironment } from '../environment.ts';
import { readerOf } from '../http/browser.ts';
import { thankYouPage } from '../form-pages/browser-pages.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { ingestFormat } from './ingest-format.ts';
import { getThanks as operation } from './ingest-operations.ts';
import { isFromHostedPage, nextPages } from './hosted-page/hosted-post.ts';
import { publicFormStore, type FindPublicForm } from '../form-pages/public-form-store.ts';
import { thanksForm, type ThankYouForm } from '../form-pages/thanks-form.ts';

interface Deps {
  readonly findForm: FindPublicForm<ThankYouForm>;
  readonly accounts: AccountStatus;
  readonly baseUrl: string;
}

/**
 * Returns the thank-you page of a form that is or was live, even if the form was paused after the submission.
 * If the account is suspended, the page contains only the service's default text.
 */
export function getThanks({ findForm, accounts, baseUrl }: Deps) {
  return async ({ event, path, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { slug = '' } = path;
    const form = await findForm(slug);
    if (!form) throw new FormNotFound(slug);
    const { account_id, form_id } = form;
    logWith({ account_id, form_id });
    if (form.status === 'draft' || (await accounts.isSuspended(account_id))) throw new FormNotLive();
    // Without a referrer, the thank-you page can't tell whether the form was on the hosted page or on another
    // website.
    const isFromHosted = event.headers['referer'] !== undefined && isFromHostedPage(form, event, baseUrl);
    const browser = readerOf(event.headers, form.language);
    return thankYouPage(200, form, browser, nextPages(form, slug, isFromHosted));
  };
}

const { ACCOUNTS_TABLE, BASE_URL, FORM_SLUGS_TABLE } = readEnvironment(
  'ACCOUNTS_TABLE',
  'BASE_URL',
  'FORM_SLUGS_TABLE',
);
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: BASE_URL, format: ingestFormat(BASE_URL) },
  getThanks({
    findForm: publicFormStore(db, FORM_SLUGS_TABLE, thanksForm),
    accounts: accountStatusStore(db, ACCOUNTS_TABLE),
    baseUrl: BASE_URL,
  }),
);
