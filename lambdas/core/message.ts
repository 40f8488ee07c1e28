/** A message as a key and its values, so that it can be translated when the reader's language is known. */
import type { Catalogue, MessageKey, MessageValues } from '../i18n/catalogue.ts';

export interface Message<Key extends MessageKey = MessageKey> {
  readonly key: Key;
  readonly values: MessageValues[Key];
}

type Values<Key extends MessageKey> = MessageValues[Key] extends null ? [] : [MessageValues[Key]];

/** Makes a message: `new BadBody(message('no-body'))`. */
export function message<Key extends MessageKey>(key: Key, ...[values]: Values<Key>): Message {
  return { key, values: values ?? null };
}

/** The message as a sentence in the catalogue's language. */
export function translate<Key extends MessageKey>(
  { key, values }: Message<Key>,
  catalogue: Catalogue,
): string {
  return catalogue.messages[key](values);
}
