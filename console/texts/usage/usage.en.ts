/** The English texts of usage. */
export const usageEn = {
  title: 'Usage',
};
export type UsageTexts = typeof usageEn;
