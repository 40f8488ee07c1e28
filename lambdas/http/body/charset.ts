/** Character encodings by the names that browsers know them under (WHATWG Encoding Standard). */
import { TextDecoder } from 'node:util';
import { BadBody } from '../../core/errors.ts';
import { message } from '../../i18n/message.ts';

/** Field in which a browser tells the encoding of the form that it submits (HTML standard, "form submission"). */
export const CHARSET_FIELD = '_charset_';

/** What is no text in its encoding becomes U+FFFD, as in browsers; a byte order mark is part of what was posted. */
export const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The decoder of an encoding; undefined when there is none of that name. */
export function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * The decoder that a `charset=` parameter asks for; that of UTF-8 when there is none.
 * @throws BadBody when nobody knows the encoding
 */
export function decoderOfParameter(charset: string | undefined): TextDecoder {
  const decoder = charset === undefined ? utf8 : decoderOf(charset);
  if (!decoder) throw new BadBody(message('unknown-charset'));
  return decoder;
}
