/** The English texts of the account. */
export const accountEn = {
  title: 'Account',
};
export type AccountTexts = typeof accountEn;
