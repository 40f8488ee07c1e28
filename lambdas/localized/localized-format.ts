/** Response format of `/{locale}/api`: messages are in the language of the path. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isLanguage, type Language } from '../core/language.ts';
import { translations } from '../i18n/catalogues.ts';
import { problemResponse } from '../http/problem-document.ts';
import type { ResponseFormat } from '../http/http-response.ts';

/** Returns the language of the path; undefined if it isn't supported. */
export function languageOf({ rawPath }: Pick<APIGatewayProxyEventV2, 'rawPath'>): Language | undefined {
  const locale = rawPath.split('/')[1] ?? '';
  return isLanguage(locale) ? locale : undefined;
}

/** Returns JSON with messages in the path's language, or in English if it isn't supported. */
export function localizedFormat(baseUrl: string): ResponseFormat {
  return {
    headers: (event) => ({ 'content-language': languageOf(event) ?? 'en' }),
    problem: (event, thrown) => problemResponse(thrown, baseUrl, translations[languageOf(event) ?? 'en']),
    messages: (event) => translations[languageOf(event) ?? 'en'].messages,
  };
}
