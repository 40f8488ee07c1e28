/** Text for the sign-in pages, in all languages. */
import type { Language } from '../../core/text/language.ts';
import { signInDe } from './sign-in-de.ts';
import { signInEn } from './sign-in-en.ts';
import { signInEs } from './sign-in-es.ts';
import { signInIt } from './sign-in-it.ts';
import { signInRu } from './sign-in-ru.ts';
import type { SignInTexts } from './sign-in-texts.ts';

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  de: signInDe,
  en: signInEn,
  es: signInEs,
  it: signInIt,
  ru: signInRu,
};
