/** The Russian texts of exporting. */
import type { ExportsTexts } from './exports.en.ts';

export const exportsRu: ExportsTexts = {
  title: 'Экспорт',
};
