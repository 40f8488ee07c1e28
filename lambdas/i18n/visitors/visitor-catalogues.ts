/** Strings for visitors, in all languages. */
import type { Language } from '../../core/text/language.ts';
import type { VisitorTexts } from './visitor-texts.ts';
import { visitorsDe } from './visitors-de.ts';
import { visitorsEn } from './visitors-en.ts';
import { visitorsEs } from './visitors-es.ts';
import { visitorsIt } from './visitors-it.ts';
import { visitorsRu } from './visitors-ru.ts';

export const visitorTexts: Readonly<Record<Language, VisitorTexts>> = {
  en: visitorsEn,
  de: visitorsDe,
  es: visitorsEs,
  it: visitorsIt,
  ru: visitorsRu,
};
