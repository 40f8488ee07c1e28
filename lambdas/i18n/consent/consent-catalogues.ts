/** Text for the consent pages, in all languages. */
import type { Language } from '../../core/text/language.ts';
import { consentDe } from './consent-de.ts';
import { consentEn } from './consent-en.ts';
import { consentEs } from './consent-es.ts';
import { consentIt } from './consent-it.ts';
import { consentRu } from './consent-ru.ts';
import type { ConsentTexts } from './consent-texts.ts';

export const consentTexts: Readonly<Record<Language, ConsentTexts>> = {
  de: consentDe,
  en: consentEn,
  es: consentEs,
  it: consentIt,
  ru: consentRu,
};
