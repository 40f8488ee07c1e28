/** The Spanish texts of exporting. */
import type { ExportsTexts } from './exports.en.ts';

export const exportsEs: ExportsTexts = {
  title: 'Exportar',
};
