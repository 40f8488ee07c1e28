/**
 * Decides whether a client gets a page or JSON. Browsers and scripts that show pages get a page in the user's
 * language. All other clients get JSON. `Accept` and `Accept-Language` (RFC 9110, section 12) are parsed with
 * `negotiator`, as in Express.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Negotiator from 'negotiator';
import { languages, type Language } from '../core/text/language.ts';
import { problemPage } from './problem-page.ts';
import { problemResponse } from './problem-document.ts';
import type { ResponseFormat } from './http-response.ts';
import { webAddress } from '../core/text/web-address.ts';

/** A client that prefers HTML pages to JSON. */
export interface BrowserClient {
  readonly language: Language;
  /** URL of the page that sent the request, if the browser sent a `Referer` header. */
  readonly referrer: string | undefined;
}

/**
 * Returns the browser that sent the request, or undefined if a program sent it.
 * @param otherwise the language to use if the service doesn't support any of the user's languages
 */
export function browserClientOf(
  headers: APIGatewayProxyEventV2['headers'],
  otherwise?: Language | null,
): BrowserClient | undefined {
  return prefersPage(headers['accept']) || isHtmx(headers) ? readerOf(headers, otherwise) : undefined;
}

/** Returns the language and referrer for a page that is sent to all clients, including programs. */
export function readerOf(
  headers: APIGatewayProxyEventV2['headers'],
  otherwise?: Language | null,
): BrowserClient {
  return {
    language: preferredLanguage(headers['accept-language'], otherwise),
    referrer: webAddress(headers['referer'])?.href,
  };
}

/**
 * Returns true if the browser itself shows the response, for example after a plain HTML form is submitted.
 * Scripts that prefer pages are recognized by `Sec-Fetch-Mode` (Fetch Metadata, W3C). Browsers that don't
 * send this header are assumed to navigate.
 */
export function isNavigation(headers: APIGatewayProxyEventV2['headers']): boolean {
  if (!prefersPage(headers['accept']) || headers['hx-request'] !== undefined) return false;
  return (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';
}

/**
 * Returns true if the request comes from htmx and doesn't explicitly ask for another media type, such as
 * JSON. htmx can only show HTML, but htmx 2 accepts any media type by default.
 */
function isHtmx({ accept, ...headers }: APIGatewayProxyEventV2['headers']): boolean {
  return headers['hx-request'] === 'true' && (accept === undefined || accept.trim() === '*/*');
}

/**
 * Returns true if the response to a submitted form must redirect to a page: when a browser navigates, or for
 * Turbo, which requires a redirect.
 */
export function expectsRedirect(headers: APIGatewayProxyEventV2['headers']): boolean {
  return isNavigation(headers) || isTurbo(headers['accept']);
}

/** Returns a response format: HTML pages for browsers and English JSON for programs. */
export function browserFormat(baseUrl: string): ResponseFormat {
  return {
    headers: () => ({ vary: 'accept, accept-language' }),
    problem: ({ headers }, thrown) => {
      const browser = browserClientOf(headers);
      return browser ? problemPage(thrown, browser) : problemResponse(thrown, baseUrl);
    },
  };
}

/**
 * Turbo accepts this type when it submits a form, usually in addition to `text/html` (Turbo Handbook,
 * "Streaming After a Form Submission").
 */
const TURBO_STREAM = 'text/vnd.turbo-stream.html';

const PAGES = ['text/html', TURBO_STREAM];
/**
 * List JSON first. Clients that accept pages and JSON equally, or any type (`Accept: *\/*`), are programs.
 */
const MEDIA_TYPES = ['application/json', 'application/problem+json', ...PAGES];

/** Returns true if the client prefers a page to JSON, as browsers do when they navigate. */
export function prefersPage(accept: string | undefined): boolean {
  return PAGES.includes(negotiator({ accept }).mediaType(MEDIA_TYPES) ?? '');
}

const isTurbo = (accept: string | undefined): boolean =>
  prefersPage(accept) && negotiator({ accept }).mediaTypes().includes(TURBO_STREAM);

/**
 * Returns the user's most preferred language that the service supports.
 * @param otherwise the language to use if none is supported; defaults to English
 */
export function preferredLanguage(acceptLanguage: string | undefined, otherwise?: Language | null): Language {
  // `*` accepts any language, so it expresses no preference.
  const named = acceptLanguage?.split(',').filter((range) => !range.trim().startsWith('*'));
  const preferred = negotiator({ 'accept-language': named?.join(',') ?? '' }).language(languages);
  return languages.find((language) => language === preferred) ?? otherwise ?? 'en';
}

function negotiator(headers: Record<string, string | undefined>): Negotiator {
  return new Negotiator({ headers });
}
