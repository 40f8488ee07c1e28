/**
 * Chooses the response format for requests to a form. If a submission is rejected, visitors get a page that
 * explains what happened and shows their input. Programs get problem documents.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isProblem } from '../core/errors/errors.ts';
import { websiteOf } from '../form-pages/form-website.ts';
import { conventionOf, type ConventionName, type OtherBackend } from '../forms/conventions/convention.ts';
import type { IngestForm } from '../forms/form.ts';
import { translations } from '../i18n/catalogues.ts';
import { bodyBytes } from '../http/body/request-body.ts';
import type { Bytes } from '../http/body/byte-source.ts';
import { readTypedFields, type TypedFields } from '../http/body/typed-fields.ts';
import { browserClientOf, browserFormat, preferredLanguage } from '../http/browser.ts';
import { refusedHostedPage } from '../form-pages/hosted/hosted-page.ts';
import { isFromHostedPage } from './hosted-page/hosted-post.ts';
import { refusedPostPage } from '../form-pages/browser-pages.ts';
import type { HttpResponse, ResponseFormat } from '../http/http-response.ts';
import { problemResponse } from '../http/problem-document.ts';
import { conventionOfPath, isForPrograms } from './conventions/form-address.ts';
import { refusedBody } from './conventions/refused-body.ts';
import { controlFieldsOf } from '../forms/control-fields.ts';

/** The data about a request that is needed to choose its response format. */
interface Posts {
  /** Returns the form that the request is for, if the form was found. */
  readonly formOf?: (event: APIGatewayProxyEventV2) => IngestForm | undefined;
  /** Returns the request's body, even if it has already been read. */
  readonly bytesOf?: (event: APIGatewayProxyEventV2) => Bytes;
  /** Origin that browsers upload large files to. */
  readonly uploadOrigin?: string;
}

/** Creates the response format for requests to a form. */
export function ingestFormat(
  baseUrl: string,
  { formOf = () => undefined, bytesOf = (event) => [bodyBytes(event)], uploadOrigin }: Posts = {},
): ResponseFormat {
  const format = browserFormat(baseUrl);
  const inLanguage = (
    event: APIGatewayProxyEventV2,
    thrown: unknown,
    form: IngestForm | undefined,
  ): HttpResponse => {
    const language = preferredLanguage(event.headers['accept-language'], form?.language);
    const response = problemResponse(thrown, baseUrl, translations[language]);
    return { ...response, headers: { ...response.headers, 'content-language': language } };
  };
  return {
    ...format,
    problem: async (event, thrown) => {
      const form = formOf(event);
      const browser = isForPrograms(event.rawPath)
        ? undefined
        : browserClientOf(event.headers, form?.language);
      if (!browser) {
        const backend = backendOf(event, form);
        if (backend !== 'none') return inConvention(inLanguage(event, thrown, form), thrown, backend);
        if (hasFieldErrors(thrown)) return inLanguage(event, thrown, form);
        return problemResponse(thrown, baseUrl);
      }
      const { method } = event.requestContext.http;
      const typed = method === 'POST' ? await typedFieldsOf(event, bytesOf(event), form) : undefined;
      const hasQuery = event.rawQueryString !== '';
      if (form && method === 'POST' && isFromHostedPage(form, event, baseUrl)) {
        const slug = event.pathParameters?.['slug'] ?? form.form_id;
        // If a live form doesn't accept submissions, its account is suspended, so don't show the form's text.
        const isSuspended = isProblem(thrown) && thrown.name === 'FormNotLive' && form.status === 'live';
        if (!isSuspended) return refusedHostedPage({ form, slug, browser, uploadOrigin }, { thrown, typed });
      }
      const website = form && websiteOf(form);
      return refusedPostPage(thrown, { method, hasQuery, typed, website, form }, browser);
    },
  };
}

function inConvention(response: HttpResponse, thrown: unknown, backend: OtherBackend): HttpResponse {
  const type = conventionOf(backend)?.failureType;
  return {
    ...response,
    headers: { ...response.headers, ...(type !== undefined && { 'content-type': type }) },
    body: refusedBody(thrown, response.body, backend),
  };
}

/**
 * Returns the form backend that the client was written for, which determines the problem document's format.
 * The path or the form determines the backend. If there is no form, a request header does.
 */
function backendOf(
  { headers, rawPath }: APIGatewayProxyEventV2,
  form: IngestForm | undefined,
): ConventionName {
  const known = conventionOfPath(rawPath) ?? form?.conventions;
  return known ?? (headers['formspree-client'] === undefined ? 'none' : 'formspree');
}

/**
 * Returns true if the error is about individual fields. Clients show such errors next to the fields, so
 * programs also get them in the visitor's language.
 */
const hasFieldErrors = (thrown: unknown): boolean =>
  isProblem(thrown) &&
  thrown.name === 'ValidationFailed' &&
  thrown.errors.some(({ code }) => code !== undefined);

/**
 * Returns the visitor's input for the error page. Reads the body here because most requests are rejected
 * before their body is read. Skips compressed bodies because browsers never compress a submitted form.
 */
async function typedFieldsOf(
  { headers }: APIGatewayProxyEventV2,
  bytes: Bytes,
  form: IngestForm | undefined,
): Promise<TypedFields | undefined> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = headers;
  if (contentEncoding !== undefined) return undefined;
  return readTypedFields({ contentType, bytes }, controlFieldsOf(form));
}
