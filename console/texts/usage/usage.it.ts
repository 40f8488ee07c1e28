/** The Italian texts of usage. */
import type { UsageTexts } from './usage.en.ts';

export const usageIt: UsageTexts = {
  title: 'Utilizzo',
};
