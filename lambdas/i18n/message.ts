/** What happened, as a key and its values, so that it can be said in any language. */
import type { Catalogue, MessageKey, MessageValues } from './catalogue.ts';

export interface Message<Key extends MessageKey = MessageKey> {
  readonly key: Key;
  readonly values: MessageValues[Key];
}

type Values<Key extends MessageKey> = MessageValues[Key] extends null ? [] : [MessageValues[Key]];

/** A detail to be thrown inside a failure: `new BadBody(detail('no-body'))`. */
export function message<Key extends MessageKey>(key: Key, ...[values]: Values<Key>): Message {
  return { key, values: values ?? null };
}

/** The detail as a sentence of this catalogue's language. */
export function translate<Key extends MessageKey>({ key, values }: Message<Key>, words: Catalogue): string {
  return words.details[key](values);
}
