/** Strings for a form's recipients, in all languages. */
import type { Language } from '../../core/text/language.ts';
import type { OwnerTexts } from './owner-texts.ts';
import { ownersDe } from './owners-de.ts';
import { ownersEn } from './owners-en.ts';
import { ownersEs } from './owners-es.ts';
import { ownersIt } from './owners-it.ts';
import { ownersRu } from './owners-ru.ts';

export const ownerTexts: Readonly<Record<Language, OwnerTexts>> = {
  en: ownersEn,
  de: ownersDe,
  es: ownersEs,
  it: ownersIt,
  ru: ownersRu,
};
