/** The languages of the console. */
export const languages = ['en', 'de', 'es', 'it', 'ru'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** Each language in its own words, as a menu of languages shows them. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  ru: 'Русский',
};
