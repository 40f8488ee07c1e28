/** The pages that a browser gets after it posted a form: thanks, or what went wrong. */
import type { Language } from '../i18n/catalogue.ts';
import { translations } from '../i18n/catalogues.ts';
import { timeFromNow } from '../i18n/plural.ts';
import { visitorTexts } from '../i18n/visitors/visitor-catalogues.ts';
import type { TypedFields } from './body/typed-fields.ts';
import type { BrowserClient } from './browser.ts';
import { pageResponse, type Page } from './html-page.ts';
import type { HttpResponse } from './http-response.ts';
import { problemOf, type Problem } from './problem-document.ts';
import { isolated, visitorFailure } from './visitor-failure.ts';

/** What the page about a refused post may use of it. */
export interface RefusedPost {
  readonly typed: TypedFields;
  /** Origin of the form's own website, when the form tells it. */
  readonly website: string | undefined;
}

/** Thanks for the post; the page is the same for spam. */
export function thankYouPage(status: number, form: { name: string }, browser: BrowserClient): HttpResponse {
  const { pages } = translations[browser.language];
  return pageResponse(status, {
    language: browser.language,
    tone: 'good',
    title: `${pages.thanks} – ${form.name}`,
    heading: pages.thanks,
    paragraphs: [pages.received(isolated(form.name))],
    link: linkBack(browser),
  });
}

/**
 * The page of anything that was thrown, with the status and headers of its problem document. It says what happened
 * and what to do in words of websites, and keeps what was typed.
 * @param method of the request
 * @param refused the post, when one was made
 */
export function problemPage(
  thrown: unknown,
  method: string,
  browser: BrowserClient,
  refused?: RefusedPost,
): HttpResponse {
  const { language } = browser;
  const catalogue = translations[language];
  const problem = problemOf(thrown, catalogue);
  const failure = visitorFailure(thrown, method, language);
  const page: Pick<Page, 'heading' | 'paragraphs'> = failure
    ? {
        heading: failure.heading,
        paragraphs: [
          failure.happened,
          method === 'POST' ? `${failure.toDo} ${catalogue.pages.useBackButton}` : failure.toDo,
        ],
      }
    : generalPage(problem, browser);
  return pageResponse(
    problem.status,
    {
      language,
      tone: failure?.key === 'opened-by-address' ? 'neutral' : 'bad',
      ...page,
      link: linkBack(browser, refused?.website),
      entries: refused && entries(refused.typed, language),
    },
    problem.headers,
  );
}

/** For problems that visitors of a website do not cause: those of links, of keys and of the API's description. */
function generalPage({ title, detail, headers }: Problem, { language }: BrowserClient) {
  const seconds = headers['retry-after'];
  const { pages } = translations[language];
  return {
    heading: title,
    paragraphs: [
      detail,
      ...(seconds === undefined ? [] : [pages.tryAgain(timeFromNow(Number(seconds), language))]),
    ],
  };
}

/** The page that the browser comes from; else the form's own website. Nothing else that was sent becomes a link. */
function linkBack({ language, referrer }: BrowserClient, website?: string): Page['link'] {
  if (referrer !== undefined) return { href: referrer, text: translations[language].pages.back };
  if (website === undefined) return undefined;
  return { href: website, text: visitorTexts[language].toWebsite(new URL(website).host) };
}

function entries({ fields, isShortened }: TypedFields, language: Language): Page['entries'] {
  if (fields.length === 0) return undefined;
  const { heading, hint, shortened, file } = visitorTexts[language].entries;
  return {
    heading,
    hints: isShortened ? [hint, shortened] : [hint],
    fields: fields.map(({ name, values, files }) => ({
      name,
      values: [...values, ...files.map((each) => file(isolated(each)))],
    })),
  };
}
