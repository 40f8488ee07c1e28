/** The German texts of usage. */
import type { UsageTexts } from './usage.en.ts';

export const usageDe: UsageTexts = {
  title: 'Verbrauch',
};
