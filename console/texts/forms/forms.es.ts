/** Texts of the forms screen. */
import type { FormsTexts } from './forms.en.ts';

export const formsEs: FormsTexts = { title: 'Forms' };
