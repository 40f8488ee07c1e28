/** The Russian texts of keys. */
import type { KeysTexts } from './keys.en.ts';

export const keysRu: KeysTexts = {
  title: 'Ключи',
};
