/** Defines the response format of `/{locale}/api`, with messages in the path's language. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isLanguage, type Language } from '../core/text/language.ts';
import { translations } from '../i18n/catalogues.ts';
import { problemResponse } from '../http/problem-document.ts';
import type { ResponseFormat } from '../http/http-response.ts';

/** Returns the path's language, or undefined if it isn't supported. */
export function languageOf({ rawPath }: Pick<APIGatewayProxyEventV2, 'rawPath'>): Language | undefined {
  const locale = rawPath.split('/')[1] ?? '';
  return isLanguage(locale) ? locale : undefined;
}

/** Formats responses as JSON. Messages are in the path's language or, if it isn't supported, in English. */
export function localizedFormat(baseUrl: string): ResponseFormat {
  return {
    headers: (event) => ({ 'content-language': languageOf(event) ?? 'en' }),
    problem: (event, thrown) => problemResponse(thrown, baseUrl, translations[languageOf(event) ?? 'en']),
    messages: (event) => translations[languageOf(event) ?? 'en'].messages,
  };
}
