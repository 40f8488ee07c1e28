/** Languages that the console supports. */
export const languages = ['en', 'de', 'es', 'it', 'ru'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** The name of each language in that language, for the language menu. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  ru: 'Русский',
};

/**
 * Returns the browser's language tag for a language, such as `en-GB` for `en`, because regions format times
 * and numbers differently. Returns the language itself if the browser doesn't prefer it.
 */
export const tagOf = (language: Language, tags: readonly string[] = navigator.languages): string =>
  tags.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
