/** The page that a browser gets in place of a problem document. */
import type { Language } from '../core/language.ts';
import { timeFromNow } from '../core/plural.ts';
import { translations } from '../i18n/catalogues.ts';
import { visitorTexts } from '../i18n/visitors/visitor-catalogues.ts';
import type { BrowserClient } from './browser.ts';
import { pageResponse, type Page } from './html-page.ts';
import type { HttpResponse } from './http-response.ts';
import { problemOf } from './problem-document.ts';

/**
 * The page of anything that was thrown, with the status and headers of its problem document. For links, keys and the
 * API's description; visitors of a website get `refusedPostPage`.
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
    { language, tone: 'bad', heading: title, paragraphs, link: linkBack(browser) },
    headers,
  );
}

/** The page that the browser comes from; else the form's own website. Nothing else that was sent becomes a link. */
export function linkBack({ language, referrer }: BrowserClient, website?: string): Page['link'] {
  if (referrer !== undefined) return { href: referrer, text: translations[language].pages.back };
  if (website === undefined) return undefined;
  return linkToWebsite(website, language);
}

/** A link to the form's own website, by its host. */
export function linkToWebsite(href: string, language: Language): Page['link'] {
  return { href, text: visitorTexts[language].toWebsite(new URL(href).host) };
}
