/** The German texts of the account. */
import type { AccountTexts } from './account.en.ts';

export const accountDe: AccountTexts = {
  title: 'Konto',
};
