/**
 * Handles form submissions, whether they arrive through API Gateway or the streaming function. Responds with
 * 201 only after the submission is stored. The table's stream triggers webhooks and e-mails.
 */
import { isFromHostedPage, nextPages } from './hosted-page/hosted-post.ts';
import { ingest, type IngestResult } from './ingest.ts';
import { redirectUrl } from '../form-pages/redirect-url.ts';
import { conventionOf } from '../forms/conventions/convention.ts';
import { translations } from '../i18n/catalogues.ts';
import { browserClientOf, expectsRedirect, isNavigation, preferredLanguage } from '../http/browser.ts';
import { thankYouPage } from '../form-pages/browser-pages.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { isFromWebhook } from '../core/web/webhook-request.ts';
import { sourceOf } from '../submissions/source.ts';
import { submitForm as operation } from './ingest-operations.ts';
import { formAddressOf, hasAddress, isForPrograms, type FormAddress } from './conventions/form-address.ts';
import { acceptedBody } from './conventions/accepted-body.ts';
import type { IngestDeps } from './ingest-deps.ts';
import { postOutcome } from './post-outcome.ts';
import { loggedLookups } from './logged-lookups.ts';
import { ingestFormat } from './ingest-format.ts';
import { preflight } from './preflight.ts';
import { countingRefusals, FoundForms } from './refused-posts.ts';

export function postHandler(deps: IngestDeps) {
  const { baseUrl, uploadOrigin, bodyOf } = deps;
  const forms = new FoundForms();
  return httpHandler(
    operation,
    {
      baseUrl,
      format: ingestFormat(baseUrl, {
        formOf: forms.of,
        bytesOf: (event) => bodyOf(event).bytes,
        uploadOrigin,
      }),
      countPosts: postOutcome,
    },
    countingRefusals(submitForm, deps, forms),
  );
}

function submitForm({ stores, principals, config, baseUrl, bodyOf }: IngestDeps) {
  return async ({
    event,
    path,
    runInBackground,
    logWith,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { headers, rawPath } = event;
    const contentType = headers['content-type'];
    const { bytes, fileBuffer } = bodyOf(event);
    const body = { contentType, contentEncoding: headers['content-encoding'], bytes };
    const address = await formAddressOf(rawPath, path['slug'], body);
    const { slug } = address;
    const checked = await preflight(
      {
        slug,
        sourceIp: event.requestContext.http.sourceIp,
        isFromWebhook: isFromWebhook(headers),
        origin: headers['origin'],
        referrer: headers['referer'],
        authorization: headers['authorization'],
        idempotencyKey: headers['idempotency-key'],
        repeatable: isNavigation(headers) ? { contentType, bytes } : undefined,
        source: sourceOf(headers),
      },
      storesAt(address, loggedLookups(stores, logWith)),
      config,
    );
    if (checked.principal) runInBackground(principals.touchLastUsed(checked.principal));
    const result = await ingest(checked, body, stores, { ...config, fileBuffer });
    const submissionId = result.outcome === 'stored' ? result.submission.submission_id : result.submissionId;
    logWith({
      outcome: result.outcome,
      ...(submissionId !== undefined && { submission_id: submissionId }),
    });
    const next = redirectUrl({ form: result.form, slug, redirect: result.redirect }, baseUrl);
    const browser = isForPrograms(rawPath)
      ? undefined
      : browserResponse(result, headers, next, { slug, baseUrl });
    return browser ?? clientResponse(result, headers, next, { now: checked.now, random: config.random });
  };
}

type Headers = HttpRequest<typeof operation>['event']['headers'];

/** Returns a redirect or the thank-you page, or undefined if the request isn't from a browser. */
function browserResponse(
  { form, outcome }: IngestResult,
  headers: Headers,
  next: string,
  { slug, baseUrl }: { readonly slug: string; readonly baseUrl: string },
): HttpResponse | undefined {
  if (expectsRedirect(headers)) return { status: 303, headers: { location: next } };
  const browser = browserClientOf(headers, form.language);
  const pages = nextPages(form, slug, isFromHostedPage(form, { headers }, baseUrl));
  return browser && thankYouPage(outcome === 'stored' ? 201 : 200, form, browser, pages);
}

/** Returns the JSON response, in this service's format or in the format of the form's conventions. */
function clientResponse(
  result: IngestResult,
  headers: Headers,
  next: string,
  made: Parameters<typeof acceptedBody>[3],
): HttpResponse {
  const { form } = result;
  const convention = conventionOf(form.conventions);
  if (!convention) return programResponse(result);
  const language = preferredLanguage(headers['accept-language'], form.language);
  const message = form.thank_you.text ?? translations[language].pages.received;
  return {
    status: 200,
    headers: { 'content-language': language },
    body: acceptedBody(result, convention, { message, next }, made),
  };
}

/** Wraps the stores so that they only find forms that use the path's conventions. */
function storesAt(address: FormAddress, stores: IngestDeps['stores']): IngestDeps['stores'] {
  return {
    ...stores,
    async findForm(slug) {
      const form = await stores.findForm(slug);
      return form && hasAddress(form, address) ? form : undefined;
    },
  };
}

function programResponse(result: IngestResult): HttpResponse {
  switch (result.outcome) {
    case 'stored': {
      const { submission_id: id, received_at, attachments } = result.submission;
      return { status: 201, body: { id, received_at, status: 'received', files: attachments.length } };
    }
    case 'spam':
      return { status: 200, body: { ok: true, status: 'accepted' } };
    case 'replay':
      return { status: 200, body: { id: result.submissionId, status: 'received', idempotent_replay: true } };
  }
}
