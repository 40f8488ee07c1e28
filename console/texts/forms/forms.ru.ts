/** Texts of the forms screen. */
import type { FormsTexts } from './forms.en.ts';

export const formsRu: FormsTexts = { title: 'Forms' };
