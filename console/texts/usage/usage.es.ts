/** The Spanish texts of usage. */
import type { UsageTexts } from './usage.en.ts';

export const usageEs: UsageTexts = {
  title: 'Consumo',
};
