/** The pages that a browser gets after it posted a form: thanks, or what went wrong. */
import type { Language } from '../i18n/catalogue.ts';
import { translations } from '../i18n/catalogues.ts';
import type { BrowserClient } from './browser.ts';
import { pageResponse } from './html-page.ts';
import { problemOf, type HttpResponse } from './problem-document.ts';

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

/** The page of anything that was thrown, with the status and headers of its problem document. */
export function problemPage(thrown: unknown, browser: BrowserClient): HttpResponse {
  const catalogue = translations[browser.language];
  const { pages } = catalogue;
  const { status, title, detail, headers } = problemOf(thrown, catalogue);
  const seconds = headers['retry-after'];
  return pageResponse(
    status,
    {
      language: browser.language,
      tone: 'bad',
      heading: title,
      paragraphs: [
        detail,
        // After an error of the service itself that is not certain.
        ...(status < 500 ? [pages.nothingWasSent] : []),
        ...(seconds === undefined ? [] : [pages.tryAgain(inTime(Number(seconds), browser.language))]),
        pages.useBackButton,
      ],
      link: linkBack(browser),
    },
    headers,
  );
}

function linkBack({ language, referrer }: BrowserClient) {
  return referrer === undefined ? undefined : { href: referrer, text: translations[language].pages.back };
}

/** Keeps the direction of the name's script apart from the sentence around it (Unicode's first strong isolate). */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Reads like "in 3 minutes". */
function inTime(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language);
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  return format.format(Math.ceil(seconds / 60), 'minute');
}
