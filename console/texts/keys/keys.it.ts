/** The Italian texts of keys. */
import type { KeysTexts } from './keys.en.ts';

export const keysIt: KeysTexts = {
  title: 'Chiavi',
};
