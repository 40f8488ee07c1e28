/** Builds the page that browsers get instead of a problem document. */
import type { Language } from '../core/text/language.ts';
import { timeFromNow } from '../core/errors/plural.ts';
import { translations } from '../i18n/catalogues.ts';
import { visitorTexts } from '../i18n/visitors/visitor-catalogues.ts';
import type { BrowserClient } from './browser.ts';
import { pageResponse, type Page } from './html-page.ts';
import type { HttpResponse } from './http-response.ts';
import { problemOf } from './problem-document.ts';

/**
 * Builds the page for any thrown error, with the status and headers of the error's problem document. Used for
 * pages that people open in a browser, such as links in e-mails and the API description. Visitors whose form
 * submission fails get `refusedPostPage` instead.
 */
export function problemPage(thrown: unknown, browser: BrowserClient): HttpResponse {
  const { language } = browser;
  const catalogue = translations[language];
  const { status, title, detail, headers } = problemOf(thrown, catalogue);
  const seconds = headers['retry-after'];
  const { tryAgain } = catalogue.pages;
  const paragraphs = [
    detail,
    ...(seconds === undefined ? [] : [tryAgain(timeFromNow(Number(seconds), language))]),
  ];
  return pageResponse(
    status,
    { language, tone: 'bad', heading: title, paragraphs, link: backLink(browser) },
    headers,
  );
}

/**
 * Returns a link to the page that sent the request or, if that page isn't known, to the form's website.
 * Nothing else from the request is used in a link.
 */
export function backLink({ language, referrer }: BrowserClient, website?: string): Page['link'] {
  if (referrer !== undefined) return { href: referrer, text: translations[language].pages.back };
  if (website === undefined) return undefined;
  return linkToWebsite(website, language);
}

/** Builds a link to the form's website, labeled with its host. */
export function linkToWebsite(href: string, language: Language): Page['link'] {
  return { href, text: visitorTexts[language].toWebsite(new URL(href).host) };
}
