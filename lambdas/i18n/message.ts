/** What happened, as a key and its values, so that it can be said in any language. */
import type { Catalogue, DetailKey, Details } from './catalogue.ts';

export interface Detail<Key extends DetailKey = DetailKey> {
  readonly key: Key;
  readonly values: Details[Key];
}

type Values<Key extends DetailKey> = Details[Key] extends null ? [] : [Details[Key]];

/** A detail to be thrown inside a failure: `new BadBody(detail('no-body'))`. */
export function detail<Key extends DetailKey>(key: Key, ...[values]: Values<Key>): Detail {
  return { key, values: values ?? null };
}

/** The detail as a sentence of this catalogue's language. */
export function sentence<Key extends DetailKey>({ key, values }: Detail<Key>, words: Catalogue): string {
  return words.details[key](values);
}
