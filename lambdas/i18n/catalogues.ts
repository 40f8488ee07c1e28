/** Contains the catalogs of all languages. Functions that only need English import `en.ts` instead. */
import type { Catalogue } from './catalogue.ts';
import type { Language } from '../core/text/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { it } from './it.ts';
import { ru } from './ru.ts';

export const translations: Readonly<Record<Language, Catalogue>> = { en, de, es, it, ru };
