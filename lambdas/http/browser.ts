/**
 * Who reads a response: a browser that navigates, as it does when a plain HTML form is posted, gets a page in its
 * user's language; every other client gets JSON. The parsing of `Accept` and `Accept-Language` (RFC 9110, section 12)
 * is that of Express, `negotiator`.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Negotiator from 'negotiator';
import { languages, type Language } from '../i18n/catalogue.ts';
import { problemPage } from './browser-pages.ts';
import { problemResponse } from './problem-document.ts';
import type { ResponseFormat } from './http-response.ts';
import { webAddress } from './web-address.ts';

/** A browser that navigates. */
export interface BrowserClient {
  readonly language: Language;
  /** The page that the browser comes from, when it says so. */
  readonly referrer: string | undefined;
}

/** The browser that sent the request; undefined for a program. */
export function browserClientOf(headers: APIGatewayProxyEventV2['headers']): BrowserClient | undefined {
  if (!prefersPage(headers['accept'])) return undefined;
  return {
    language: preferredLanguage(headers['accept-language']),
    referrer: webAddress(headers['referer'])?.href,
  };
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

/** JSON first: a client that accepts both alike, or anything at all (`Accept: *\/*`), is a program. */
const MEDIA_TYPES = ['application/json', 'application/problem+json', 'text/html'];

/** Whether the client prefers a page to JSON, as a browser does that navigates. */
export function prefersPage(accept: string | undefined): boolean {
  return negotiator({ accept }).mediaType(MEDIA_TYPES) === 'text/html';
}

/** The user's first language among those of the service; English when there is none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const preferred = negotiator({ 'accept-language': acceptLanguage }).language(languages);
  return languages.find((language) => language === preferred) ?? 'en';
}

function negotiator(headers: Record<string, string | undefined>): Negotiator {
  return new Negotiator({ headers });
}
