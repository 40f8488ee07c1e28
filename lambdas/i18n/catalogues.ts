/** All catalogues; for the few functions that speak more than English. */
import type { Catalogue, Language } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { it } from './it.ts';
import { ru } from './ru.ts';

export const translations: Readonly<Record<Language, Catalogue>> = { en, de, es, it, ru };
