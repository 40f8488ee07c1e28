/** The English texts of exporting. */
export const exportsEn = {
  title: 'Export',
};
export type ExportsTexts = typeof exportsEn;
