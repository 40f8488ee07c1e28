/**
 * What a client would rather read (RFC 9110, section 12). The parsing of `Accept` and `Accept-Language` with
 * their weights, wildcards and ranges is that of Express, `negotiator`.
 */
import Negotiator from 'negotiator';
import { languages, type Language } from '../i18n/catalogue.ts';

/** JSON first: who takes both alike, or anything at all (`Accept: *\/*`), is a program. */
const FORMS = ['application/json', 'application/problem+json', 'text/html'];

/** Whether the client would rather have a page than JSON, as a browser does that navigates. */
export function prefersPage(accept: string | undefined): boolean {
  return negotiator({ accept }).mediaType(FORMS) === 'text/html';
}

/** The reader's first language among ours; English when there is none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const preferred = negotiator({ 'accept-language': acceptLanguage }).language(languages);
  return languages.find((language) => language === preferred) ?? 'en';
}

function negotiator(headers: Record<string, string | undefined>): Negotiator {
  return new Negotiator({ headers });
}
