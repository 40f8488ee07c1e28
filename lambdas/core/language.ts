/** The languages of the texts that people read. */

/** English first: it is the language of readers whose languages the service does not have. */
export const languages = ['en', 'de', 'es', 'it', 'ru'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => languages.some((each) => each === text);
