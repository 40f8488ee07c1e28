/** The English texts of keys. */
export const keysEn = {
  title: 'Keys',
};
export type KeysTexts = typeof keysEn;
