/** The Russian texts of the account. */
import type { AccountTexts } from './account.en.ts';

export const accountRu: AccountTexts = {
  title: 'Аккаунт',
};
