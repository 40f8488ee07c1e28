/** The Italian texts of exporting. */
import type { ExportsTexts } from './exports.en.ts';

export const exportsIt: ExportsTexts = {
  title: 'Esporta',
};
