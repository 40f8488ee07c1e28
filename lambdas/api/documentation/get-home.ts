/** `GET /`: describes the service to visitors and points API clients to the other endpoints. */
import { readEnvironment } from '../../environment.ts';
import { browserClientOf, browserFormat } from '../../http/browser.ts';
import { pageResponse } from '../../http/html-page.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { Language } from '../../core/text/language.ts';
import { translations } from '../../i18n/catalogues.ts';
import { getHome as operation } from './documentation-operations.ts';
import type { HomeView } from './documentation-views.ts';

interface Config {
  readonly baseUrl: string;
  readonly version: string;
  /** True if the stage has a console. */
  readonly hasConsole: boolean;
}

export function getHome({ baseUrl, version, hasConsole }: Config) {
  return ({ event: { headers } }: HttpRequest<typeof operation>): HttpResponse => {
    const browser = browserClientOf(headers);
    if (browser) return homePage(browser.language, hasConsole);
    const body: HomeView = {
      name: 'Form backend',
      version,
      documentation: `${baseUrl}/docs`,
      openapi: `${baseUrl}/openapi`,
      console: hasConsole ? `${baseUrl}/console` : null,
      health: `${baseUrl}/v1/health`,
    };
    const cached = { 'cache-control': 'public, max-age=300', 'content-language': 'en' };
    return { status: 200, headers: cached, body };
  };
}

function homePage(language: Language, hasConsole: boolean): HttpResponse {
  const { heading, what, visitors, console, documentation } = translations[language].home;
  const toDocs = { href: '/docs', text: documentation };
  return pageResponse(200, {
    language,
    tone: 'neutral',
    heading,
    paragraphs: [what, visitors],
    ...(hasConsole ? { link: { href: '/console', text: console }, secondLink: toDocs } : { link: toDocs }),
  });
}

const { BASE_URL, CONSOLE_ENABLED, SERVICE_VERSION } = readEnvironment(
  'BASE_URL',
  'CONSOLE_ENABLED',
  'SERVICE_VERSION',
);

export const handler = httpHandler(
  operation,
  { baseUrl: BASE_URL, format: browserFormat(BASE_URL) },
  getHome({ baseUrl: BASE_URL, version: SERVICE_VERSION, hasConsole: CONSOLE_ENABLED }),
);
