/** `GET /v1/forms/{id}/preview`: shows the form's owner the pages that visitors see. */
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import { formReader } from '../forms/form-store.ts';
import { browserFormat, readerOf, type BrowserClient } from '../http/browser.ts';
import { refusedPostPage, thankYouPage } from './browser-pages.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { managementHandler } from '../auth/management-handler.ts';
import { getPreview as operation } from './form-page-operations.ts';
import { websiteOf } from './form-website.ts';
import { sampleRefusal } from './sample-refusal.ts';

/** Placeholder for the URL of the page that contains the form. The link doesn't work in the preview. */
const NO_PAGE = '#';

/**
 * Returns the thank-you page or an error page with sample values. Other pages can't embed the preview in a
 * frame.
 */
export function getPreview({ forms }: { forms: FormFinder<FormWithoutSecrets> }) {
  return async ({ event, path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const reader: BrowserClient = {
      language: query.language ?? readerOf(event.headers, form.language).language,
      referrer: websiteOf(form) ?? NO_PAGE,
    };
    return withoutFrames(
      query.page === 'thanks' ? thankYouPage(200, form, reader) : refusedPage(form, reader),
    );
  };
}

function refusedPage(form: FormWithoutSecrets, reader: BrowserClient): HttpResponse {
  const { problem, typed } = sampleRefusal(form);
  return refusedPostPage(problem, { method: 'POST', typed, website: undefined, form }, reader);
}

/** Prevents other pages from embedding the preview in a frame, and replaces an error status with 200. */
function withoutFrames({ headers = {}, ...page }: HttpResponse): HttpResponse {
  const { 'retry-after': _, 'content-security-policy': policy, ...rest } = headers;
  return {
    ...page,
    status: 200,
    headers: { ...rest, 'content-security-policy': `${policy ?? ''}; frame-ancestors 'none'` },
  };
}

export const handler = managementHandler(
  operation,
  ['FORMS_TABLE'],
  (db, { FORMS_TABLE }) => getPreview({ forms: formReader(db, FORMS_TABLE) }),
  browserFormat,
);
