/** The English texts of the forms screen. */
export const formsEn = { title: 'Forms' };
export type FormsTexts = typeof formsEn;
