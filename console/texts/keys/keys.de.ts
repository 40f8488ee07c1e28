/** The German texts of keys. */
import type { KeysTexts } from './keys.en.ts';

export const keysDe: KeysTexts = {
  title: 'Schlüssel',
};
