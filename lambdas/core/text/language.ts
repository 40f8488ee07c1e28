/** Lists the supported languages of all user-facing text. */

/** English comes first because it is the fallback for unsupported languages. */
export const languages = ['en', 'de', 'es', 'it', 'ru'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => languages.some((each) => each === text);
