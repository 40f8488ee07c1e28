/**
 * Decides who reads a response. Browsers, and scripts that show pages, get a page in the user's language; all
 * other clients get JSON. `Accept` and `Accept-Language` (RFC 9110, section 12) are parsed by `negotiator`,
 * as in Express.
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
  /** The page that the browser comes from, if it sends a referrer. */
  readonly referrer: string | undefined;
}

/**
 * Returns the browser that sent the request; undefined for a program.
 * @param otherwise the language to use if the service supports none of the user's languages
 */
export function browserClientOf(
  headers: APIGatewayProxyEventV2['headers'],
  otherwise?: Language | null,
): BrowserClient | undefined {
  return prefersPage(headers['accept']) || isHtmx(headers) ? readerOf(headers, otherwise) : undefined;
}

/** Returns the reader of a page that every client gets, including programs. */
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
 * Whether the browser itself shows the response, as it does after a plain HTML form is posted. A script that
 * prefers pages is recognized by `Sec-Fetch-Mode` (Fetch Metadata, W3C). A browser that doesn't send this
 * header is assumed to navigate.
 */
export function isNavigation(headers: APIGatewayProxyEventV2['headers']): boolean {
  if (!prefersPage(headers['accept']) || headers['hx-request'] !== undefined) return false;
  return (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';
}

/**
 * Whether the request comes from htmx, which shows only pages and fragments. Its version 2 accepts anything;
 * a request that explicitly names JSON wants JSON.
 */
function isHtmx({ accept, ...headers }: APIGatewayProxyEventV2['headers']): boolean {
  return headers['hx-request'] === 'true' && (accept === undefined || accept.trim() === '*/*');
}

/**
 * Whether the page after a post must be a redirect: for a browser that navigates, and for Turbo, which
 * requires it.
 */
export function expectsRedirect(headers: APIGatewayProxyEventV2['headers']): boolean {
  return isNavigation(headers) || isTurbo(headers['accept']);
}

/** Returns pages for browsers and English JSON for programs. */
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
 * Turbo sends it when it posts a form, usually in addition to `text/html` (Turbo Handbook, "Streaming After a
 * Form Submission").
 */
const TURBO_STREAM = 'text/vnd.turbo-stream.html';

const PAGES = ['text/html', TURBO_STREAM];
/**
 * JSON comes first: a client that accepts both equally, or anything at all (`Accept: *\/*`), is a program.
 */
const MEDIA_TYPES = ['application/json', 'application/problem+json', ...PAGES];

/** Whether the client prefers a page to JSON, as a navigating browser does. */
export function prefersPage(accept: string | undefined): boolean {
  return PAGES.includes(negotiator({ accept }).mediaType(MEDIA_TYPES) ?? '');
}

const isTurbo = (accept: string | undefined): boolean =>
  prefersPage(accept) && negotiator({ accept }).mediaTypes().includes(TURBO_STREAM);

/**
 * Returns the first of the user's languages that the service supports.
 * @param otherwise the language if there is none; English if this is absent too
 */
export function preferredLanguage(acceptLanguage: string | undefined, otherwise?: Language | null): Language {
  // `*` accepts any language, which is the same as no preference.
  const named = acceptLanguage?.split(',').filter((range) => !range.trim().startsWith('*'));
  const preferred = negotiator({ 'accept-language': named?.join(',') ?? '' }).language(languages);
  return languages.find((language) => language === preferred) ?? otherwise ?? 'en';
}

function negotiator(headers: Record<string, string | undefined>): Negotiator {
  return new Negotiator({ headers });
}
