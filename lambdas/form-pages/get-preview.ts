/**
 * `GET` and `POST /v1/forms/{id}/preview`: shows the form's owner the pages that visitors see and the e-mails
 * that the form sends, with the saved settings or with unsaved ones.
 */
import { NotFound } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { Language } from '../core/text/language.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { assertFieldsUsable } from '../forms/fields/usable-fields.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { formReader } from '../forms/form-store.ts';
import { jsonRequestBody } from '../http/body/request-body.ts';
import { browserFormat, readerOf, type BrowserClient } from '../http/browser.ts';
import { validated } from '../http/validation.ts';
import { sampleSubmission } from '../submissions/sample-submission.ts';
import type { Submission } from '../submissions/submission.ts';
import { submissionStore } from '../submissions/submission-store.ts';
import { refusedPostPage, thankYouPage, type PageForm } from './browser-pages.ts';
import { closedPage, openPage } from './hosted/hosted-page.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { getPreview as operation } from './form-page-operations.ts';
import { websiteOf } from './form-website.ts';
import { previewAccountStore } from './preview-account-store.ts';
import { previewDraft, withDraft, type PreviewDraft, type PreviewView } from './preview-draft.ts';
import { previewEmail } from './preview-email.ts';
import { sampleRefusal } from './sample-refusal.ts';
import { checkedValues } from './preview-values.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly accounts: Pick<ReturnType<typeof previewAccountStore>, 'find'>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'list'>;
  readonly baseUrl: string;
}

type Request = HttpRequest<typeof operation>;

/** Placeholder for the URL of the page that contains the form. The link doesn't work in the preview. */
const NO_PAGE = '#';

/**
 * Returns a page or an e-mail as HTML, or as JSON if the request body contains unsaved settings. Other
 * websites can't embed the HTML in a frame.
 */
export function getPreview(deps: Deps) {
  return async (request: Request): Promise<HttpResponse> => {
    const { event, path, caller } = request;
    const saved = await ownedForm(deps.forms, caller, path['id']);
    if (event.requestContext.http.method !== 'POST') {
      const { view, language } = await previewOf(saved, {}, request, deps);
      return { status: 200, headers: pageHeaders(language), html: view.html };
    }
    const draft = validated(previewDraft, await jsonRequestBody(event));
    const form = withDraft(saved, draft);
    if (draft.fields) await assertFieldsUsable(form);
    return { status: 200, body: (await previewOf(form, draft, request, deps)).view };
  };
}

async function previewOf(
  form: FormWithoutSecrets,
  { values }: Pick<PreviewDraft, 'values'>,
  { query: { page, language }, event }: Request,
  deps: Deps,
): Promise<{ view: PreviewView; language: Language }> {
  const reader: BrowserClient = {
    language: language ?? readerOf(event.headers, form.language).language,
    referrer: websiteOf(form) ?? NO_PAGE,
  };
  const shown = (response: HttpResponse, errors: PreviewView['errors'] = []) => ({
    view: { subject: null, html: response.html ?? '', errors },
    language: reader.language,
  });
  switch (page) {
    case 'thanks':
      return shown(thankYouPage(200, withoutPage(form), reader));
    case 'hosted':
    case 'closed': {
      const build = page === 'hosted' ? openPage : closedPage;
      return shown(build({ form, slug: form.slug, browser: reader, isPreview: true }));
    }
    case 'error': {
      const checked = values && (await checkedValues(form.fields, values, reader.language));
      if (checked?.errors.length === 0) return shown(thankYouPage(200, withoutPage(form), reader));
      const { problem, typed } = checked?.refusal ?? sampleRefusal(form);
      const post = { method: 'POST', typed, website: undefined, form };
      return shown(refusedPostPage(problem, post, reader), checked?.errors);
    }
    default: {
      const [account, submission] = await Promise.all([
        deps.accounts.find(form.account_id),
        // The confirmation e-mail doesn't contain a submission, so a sample is enough.
        page === 'confirmation' ? sampleSubmission(form, form.fields) : latestSubmission(form, deps),
      ]);
      if (!account) throw new NotFound(message('no-such-form', { id: form.form_id }));
      const { subject, html } = previewEmail(page, { form, account, submission, baseUrl: deps.baseUrl });
      return { view: { subject, html, errors: [] }, language: form.language ?? 'en' };
    }
  }
}

/** Omits the hosted page's settings, which would add a script to the thank-you page. */
const withoutPage = ({ page: _, ...form }: FormWithoutSecrets): PageForm => form;

/** Returns the form's latest accepted submission, or a sample. */
async function latestSubmission(form: FormWithoutSecrets, { submissions }: Deps): Promise<Submission> {
  const { rows } = await submissions.list(form, { status: 'received' }, 1, undefined);
  return rows[0] ?? sampleSubmission(form, form.fields);
}

/**
 * Returns the response headers for an HTML preview. The content security policy can't list the styles' hashes
 * or the logo's origin, because the console replaces the HTML in its frame while the user edits the form.
 * Scripts are forbidden.
 */
function pageHeaders(language: Language): HttpResponse['headers'] {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'BASE_URL', 'FORMS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, { ACCOUNTS_TABLE, BASE_URL, FORMS_TABLE, SUBMISSIONS_TABLE }) =>
    getPreview({
      forms: formReader(db, FORMS_TABLE),
      accounts: previewAccountStore(db, ACCOUNTS_TABLE),
      submissions: submissionStore(db, SUBMISSIONS_TABLE),
      baseUrl: BASE_URL,
    }),
  browserFormat,
);
