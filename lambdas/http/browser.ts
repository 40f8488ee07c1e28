/**
 * Answers for people: a browser that navigates, as it does when a plain HTML form is posted, gets a page in its
 * user's language; everybody else gets JSON.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Language } from '../i18n/catalogue.ts';
import { translations } from '../i18n/catalogues.ts';
import { preferredLanguage, prefersPage } from './negotiation.ts';
import { pageResponse } from './html-page.ts';
import { problemResponse, problemOf, type HttpResponse } from './problem-document.ts';
import type { ResponseFormat } from './response-format.ts';

/** A person at a browser. */
export interface BrowserClient {
  readonly language: Language;
  /** The page that they came from, as far as their browser told. */
  readonly referrer: string | undefined;
}

type Headers = APIGatewayProxyEventV2['headers'];

/** Who reads the answer, when it is a person. */
export function browserClientOf(headers: Headers): BrowserClient | undefined {
  if (!prefersPage(headers['accept'])) return undefined;
  return {
    language: preferredLanguage(headers['accept-language']),
    referrer: webPage(headers['referer']),
  };
}

/** Pages for people and English JSON for programs. */
export function browserFormat(baseUrl: string): ResponseFormat {
  return {
    headers: () => ({ vary: 'accept, accept-language' }),
    failure: ({ headers }, thrown) => {
      const person = browserClientOf(headers);
      return person ? problemPage(thrown, person) : problemResponse(thrown, baseUrl);
    },
  };
}

/** Says that what was posted to the form is taken; what it says is the same for spam. */
export function thankYouPage(status: number, form: { name: string }, person: BrowserClient): HttpResponse {
  const { pages } = translations[person.language];
  return pageResponse(status, {
    language: person.language,
    tone: 'good',
    title: `${pages.thanks} – ${form.name}`,
    heading: pages.thanks,
    paragraphs: [pages.received(isolated(form.name))],
    link: linkBack(person),
  });
}

function problemPage(thrown: unknown, person: BrowserClient): HttpResponse {
  const words = translations[person.language];
  const { status, title, detail, headers } = problemOf(thrown, words);
  const seconds = headers['retry-after'];
  return pageResponse(
    status,
    {
      language: person.language,
      tone: 'bad',
      heading: title,
      paragraphs: [
        detail,
        // After a fault of ours nobody knows.
        ...(status < 500 ? [words.pages.nothingWasSent] : []),
        ...(seconds === undefined ? [] : [words.pages.tryAgain(inTime(Number(seconds), person.language))]),
        words.pages.useBackButton,
      ],
      link: linkBack(person),
    },
    headers,
  );
}

function linkBack({ language, referrer: cameFrom }: BrowserClient) {
  return cameFrom === undefined ? undefined : { href: cameFrom, text: translations[language].pages.back };
}

/** The address when it is one of the web: a `javascript:` link would be a hole. */
function webPage(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

/** A name in any script stays apart from the sentence around it (Unicode's first strong isolate). */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Reads like "in 3 minutes". */
function inTime(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language);
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  return format.format(Math.ceil(seconds / 60), 'minute');
}
