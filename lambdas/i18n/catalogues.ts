/** The catalogues of all languages; functions that need English only import `en.ts` alone. */
import type { Catalogue } from './catalogue.ts';
import type { Language } from '../core/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { it } from './it.ts';
import { ru } from './ru.ts';

export const translations: Readonly<Record<Language, Catalogue>> = { en, de, es, it, ru };
