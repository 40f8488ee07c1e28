/** The Russian texts of usage. */
import type { UsageTexts } from './usage.en.ts';

export const usageRu: UsageTexts = {
  title: 'Использование',
};
