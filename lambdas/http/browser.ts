/**
 * Who reads a response: a browser, or a script that shows pages, gets a page in its user's language; every other client
 * gets JSON. The parsing of `Accept` and `Accept-Language` (RFC 9110, section 12) is that of Express, `negotiator`.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Negotiator from 'negotiator';
import { languages, type Language } from '../core/language.ts';
import { problemPage } from './problem-page.ts';
import { problemResponse } from './problem-document.ts';
import type { ResponseFormat } from './http-response.ts';
import { webAddress } from '../core/web-address.ts';

/** A client that prefers pages. */
export interface BrowserClient {
  readonly language: Language;
  /** The page that the browser comes from, when it says so. */
  readonly referrer: string | undefined;
}

/**
 * The browser that sent the request; undefined for a program.
 * @param otherwise the language for a user whose languages the service does not have
 */
export function browserClientOf(
  headers: APIGatewayProxyEventV2['headers'],
  otherwise?: Language | null,
): BrowserClient | undefined {
  return prefersPage(headers['accept']) || isHtmx(headers) ? readerOf(headers, otherwise) : undefined;
}

/** The reader of a page that every client gets, programs too. */
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
 * Whether the browser itself shows the response, as it does when a plain HTML form is posted. A script that prefers
 * pages says so in `Sec-Fetch-Mode` (Fetch Metadata, W3C); a browser that does not know this header navigates.
 */
export function isNavigation(headers: APIGatewayProxyEventV2['headers']): boolean {
  if (!prefersPage(headers['accept']) || headers['hx-request'] !== undefined) return false;
  return (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';
}

/**
 * Whether htmx asks, which shows nothing but pages and parts of them. Its second version accepts anything; one that names
 * JSON means it.
 */
function isHtmx({ accept, ...headers }: APIGatewayProxyEventV2['headers']): boolean {
  return headers['hx-request'] === 'true' && (accept === undefined || accept.trim() === '*/*');
}

/** Whether a page after a post is to be a redirect: for a browser that navigates, and for Turbo, which insists on it. */
export function expectsRedirect(headers: APIGatewayProxyEventV2['headers']): boolean {
  return isNavigation(headers) || isTurbo(headers['accept']);
}

/** Pages for browsers, English JSON for programs. */
export function browserFormat(baseUrl: string): ResponseFormat {
  return {
    headers: () => ({ vary: 'accept, accept-language' }),
    problem: ({ headers }, thrown) => {
      const browser = browserClientOf(headers);
      return browser ? problemPage(thrown, browser) : problemResponse(thrown, baseUrl);
    },
  };
}

/** Turbo names it when it posts a form, mostly beside `text/html` (Turbo Handbook, "Streaming After a Form Submission"). */
const TURBO_STREAM = 'text/vnd.turbo-stream.html';

const PAGES = ['text/html', TURBO_STREAM];
/** JSON first: a client that accepts both alike, or anything at all (`Accept: *\/*`), is a program. */
const MEDIA_TYPES = ['application/json', 'application/problem+json', ...PAGES];

/** Whether the client prefers a page to JSON, as a browser does that navigates. */
export function prefersPage(accept: string | undefined): boolean {
  return PAGES.includes(negotiator({ accept }).mediaType(MEDIA_TYPES) ?? '');
}

const isTurbo = (accept: string | undefined): boolean =>
  prefersPage(accept) && negotiator({ accept }).mediaTypes().includes(TURBO_STREAM);

/**
 * The user's first language among those of the service.
 * @param otherwise the language when there is none; English when there is none of these either
 */
export function preferredLanguage(acceptLanguage: string | undefined, otherwise?: Language | null): Language {
  // Any language will do for `*`, which says no more than nothing at all.
  const named = acceptLanguage?.split(',').filter((range) => !range.trim().startsWith('*'));
  const preferred = negotiator({ 'accept-language': named?.join(',') ?? '' }).language(languages);
  return languages.find((language) => language === preferred) ?? otherwise ?? 'en';
}

function negotiator(headers: Record<string, string | undefined>): Negotiator {
  return new Negotiator({ headers });
}
