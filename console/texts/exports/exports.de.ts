/** The German texts of exporting. */
import type { ExportsTexts } from './exports.en.ts';

export const exportsDe: ExportsTexts = {
  title: 'Export',
};
