/** Character encodings by the names that browsers know them under (WHATWG Encoding Standard). */
import { BadBody } from '../../core/errors.ts';
import { message } from '../../core/message.ts';

/** Field in which a browser names the encoding of the form that it submits (HTML standard, "form submission"). */
export const CHARSET_FIELD = '_charset_';

/** What this service needs of a `TextDecoder`. */
export interface Decoder {
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

/** Bytes that are no text in their encoding become U+FFFD, as in browsers; a byte order mark is part of the value. */
export const utf8: Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The decoder of the encoding with this name; undefined for an unknown name. */
export function decoderOf(label: string): Decoder | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * The decoder that a `charset=` parameter names; UTF-8 when there is none.
 * @throws BadBody for an unknown encoding
 */
export function decoderOfParameter(charset: string | undefined): Decoder {
  const decoder = charset === undefined ? utf8 : decoderOf(charset);
  if (!decoder) throw new BadBody(message('unknown-charset'));
  return decoder;
}
