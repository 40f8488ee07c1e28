/** Represents messages as keys and values, which are translated once the reader's language is known. */
type NoValues = null;

/** Types of values in requests, settings and imports. */
export type ValueType = 'text' | 'number' | 'whole-number' | 'boolean' | 'list' | 'object' | 'null';
export type ValueFormat = 'email' | 'url' | 'time' | 'date';
/** `above` and `below` are exclusive. */
export type Bound = 'exactly' | 'at-least' | 'at-most' | 'above' | 'below';
/**
 * The quantity that a limit applies to: the length of a string, the number of entries in a list or object, or
 * a numeric value.
 */
export type Sized = 'characters' | 'entries' | 'number';

/** Values for each error message, by message key. */
export interface MessageValues {
  readonly 'no-body': NoValues;
  readonly 'not-utf8': NoValues;
  readonly 'not-json': NoValues;
  readonly 'not-an-object': NoValues;
  readonly 'unknown-content-type': NoValues;
  readonly 'json-needed': NoValues;
  readonly 'json-as-form': NoValues;
  readonly 'body-too-long': { readonly limit: number };
  readonly 'no-fields': NoValues;
  readonly 'not-decompressible': { readonly encoding: string };
  readonly 'encoding-not-supported': { readonly encodings: readonly string[] };
  readonly 'more-errors': { readonly count: number };
  readonly 'too-many-fields': { readonly limit: number };
  readonly 'too-much-text': { readonly limit: number };
  readonly 'nested-too-deeply': NoValues;
  readonly 'unknown-charset': NoValues;
  readonly 'too-many-files': { readonly limit: number };
  readonly 'file-too-large': { readonly name: string; readonly megabytes: number };
  readonly 'uploads-not-allowed': NoValues;
  readonly 'form-not-found': { readonly slug: string };
  readonly 'form-not-live': NoValues;
  readonly 'not-an-api-key': NoValues;
  readonly 'not-a-key-of-the-form': NoValues;
  readonly 'origin-not-allowed': { readonly origin: string };
  readonly 'webhook-loop': NoValues;
  readonly 'turnstile-failed': NoValues;
  readonly 'challenge-failed': NoValues;
  readonly 'quota-exceeded': { readonly limit: number };
  readonly 'too-many-posts': { readonly limit: number };
  readonly 'too-many-from-address': NoValues;
  readonly 'key-needed': NoValues;
  readonly 'key-mistyped': NoValues;
  readonly 'key-not-valid': NoValues;
  readonly 'management-key-needed': NoValues;
  readonly 'access-token-not-valid': NoValues;
  readonly 'scope-needed': { readonly scope: string };
  readonly 'key-scope-needed': { readonly scope: string };
  readonly 'role-scope-needed': { readonly role: string; readonly scope: string };
  readonly 'session-ended': NoValues;
  readonly 'own-origin-needed': { readonly origin: string };
  readonly 'account-suspended': NoValues;
  readonly 'no-such-form': { readonly id: string };
  readonly 'no-such-thing': { readonly id: string };
  readonly 'nothing-at-this-path': NoValues;
  readonly 'forms-are-at': { readonly url: string };
  readonly 'method-not-allowed': { readonly method: string; readonly allow: readonly string[] };
  readonly 'not-a-cursor-of-this-list': NoValues;
  readonly 'not-known-here': { readonly suggestion?: string | undefined };
  readonly 'given-more-than-once': NoValues;
  readonly 'value-required': NoValues;
  /** `example` is formatted as JSON. */
  readonly 'value-type': { readonly types: readonly ValueType[]; readonly example?: string | undefined };
  /** `options` are formatted as JSON. */
  readonly 'value-options': { readonly options: readonly string[] };
  readonly 'value-limit': { readonly bound: Bound; readonly limit: number; readonly of: Sized };
  readonly 'value-multiple': { readonly divisor: number };
  readonly 'value-format': { readonly format: ValueFormat };
  readonly 'value-name': { readonly reason: string };
  readonly 'value-wrong': { readonly example?: string | undefined };
  readonly busy: NoValues;
  readonly 'field-required': NoValues;
  readonly 'field-email': NoValues;
  readonly 'field-url': NoValues;
  readonly 'field-tel': NoValues;
  readonly 'field-number': NoValues;
  readonly 'field-date': NoValues;
  readonly 'field-option': NoValues;
  readonly 'field-too-short': { readonly limit: number };
  readonly 'field-too-long': { readonly limit: number };
  /** Numbers are in JavaScript notation. */
  readonly 'field-min': { readonly bound: string };
  readonly 'field-max': { readonly bound: string };
  readonly 'field-min-date': { readonly bound: string };
  readonly 'field-max-date': { readonly bound: string };
  /** The one or two valid numbers or dates that are nearest to the submitted value. */
  readonly 'field-step': { readonly values: readonly string[] };
  readonly 'field-pattern': NoValues;
  readonly 'field-file-type': { readonly accept: string };
  readonly 'field-not-a-file': NoValues;
  readonly 'field-too-many-files': { readonly limit: number };
  readonly 'field-unknown': NoValues;
}
export type MessageKey = keyof MessageValues;

/** The text of each message in a language. */
export type MessageCatalogue = { readonly [Key in MessageKey]: (values: MessageValues[Key]) => string };

/** Messages about invalid values in a request. */
export type ValueMessages = Pick<MessageCatalogue, 'not-known-here' | Extract<MessageKey, `value-${string}`>>;

export interface Message<Key extends MessageKey = MessageKey> {
  readonly key: Key;
  readonly values: MessageValues[Key];
}

type Values<Key extends MessageKey> = MessageValues[Key] extends null ? [] : [MessageValues[Key]];

/** Creates a message, for example `new BadBody(message('no-body'))`. */
export function message<Key extends MessageKey>(key: Key, ...[values]: Values<Key>): Message {
  return { key, values: values ?? null };
}

/** Translates the message into a sentence in the language of `messages`. */
export function translate<Key extends MessageKey>(
  { key, values }: Message<Key>,
  messages: MessageCatalogue,
): string {
  return messages[key](values);
}
