/** The Spanish texts of keys. */
import type { KeysTexts } from './keys.en.ts';

export const keysEs: KeysTexts = {
  title: 'Claves',
};
