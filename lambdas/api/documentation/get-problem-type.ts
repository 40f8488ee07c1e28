/** `GET /problems/{slug}`: explains a problem type and how to fix it, as JSON or as a page. */
import type { ProblemTypeView } from './documentation-views.ts';
import { NotFound } from '../../core/errors/errors.ts';
import { isProblemSlug, type ProblemSlug } from '../../core/errors/problem-slugs.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Language } from '../../core/text/language.ts';
import { message } from '../../core/errors/message.ts';
import { translations } from '../../i18n/catalogues.ts';
import { remedies } from '../../i18n/remedies.ts';
import { readEnvironment } from '../../environment.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { pageResponse } from '../../http/html-page.ts';
import { browserClientOf, browserFormat, preferredLanguage } from '../../http/browser.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { problemStatuses } from '../../http/problem-document.ts';
import { getProblemType as operation } from './documentation-operations.ts';

const CACHE_HEADERS = { 'cache-control': 'public, max-age=300' };

/** Explains a problem type in the client's language, as a page for browsers and as JSON for programs. */
export function getProblemType({ baseUrl }: { baseUrl: string }) {
  return ({ event, path }: HttpRequest<typeof operation>): HttpResponse => {
    const { slug = '' } = path;
    const language = preferredLanguage(event.headers['accept-language']);
    const catalogue = translations[language];
    const isBrowser = browserClientOf(event.headers);
    if (!isProblemSlug(slug)) {
      if (isBrowser) return page(404, catalogue.problems['not-found'], [], { language, catalogue });
      throw new NotFound(message('nothing-at-this-path'));
    }
    const status = problemStatuses[slug];
    const { title, meaning } = catalogue.problems[slug];
    const remedy = remedies[language][slug];
    if (isBrowser) {
      const texts = { title, meaning };
      const more = [remedy, `HTTP ${status} · ${slug}`];
      return page(200, texts, more, { language, catalogue, href: `/docs/api/problems#${slug}` });
    }
    const body: ProblemTypeView = { type: typeOf(baseUrl, slug), code: slug, title, status, meaning, remedy };
    return { status: 200, headers: { ...CACHE_HEADERS, 'content-language': language }, body };
  };
}

const typeOf = (baseUrl: string, slug: ProblemSlug): string => `${baseUrl}/problems/${slug}`;

function page(
  status: number,
  { title, meaning }: Catalogue['problems'][ProblemSlug],
  more: readonly string[],
  { language, catalogue, href = '/docs' }: { language: Language; catalogue: Catalogue; href?: string },
): HttpResponse {
  return pageResponse(
    status,
    {
      language,
      tone: status === 200 ? 'good' : 'bad',
      heading: title,
      paragraphs: [meaning, ...more],
      link: { href, text: catalogue.pages.apiReference },
    },
    status === 200 ? CACHE_HEADERS : {},
  );
}

const { BASE_URL: baseUrl } = readEnvironment('BASE_URL');

export const handler = httpHandler(
  operation,
  { baseUrl, format: browserFormat(baseUrl) },
  getProblemType({ baseUrl }),
);
