/** Finds the decoder for a character encoding from any of its labels (WHATWG Encoding Standard). */
import { BadBody } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';

/**
 * Form field that browsers use to report the encoding of a submitted form (HTML standard, "form submission").
 */
export const CHARSET_FIELD = '_charset_';

/** The subset of `TextDecoder` that this service uses. */
export interface Decoder {
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

/** Replaces invalid bytes with U+FFFD, as browsers do. Keeps a byte order mark as part of the value. */
export const utf8: Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the decoder for an encoding label, or undefined if the label is unknown. */
export function decoderOf(label: string): Decoder | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * Returns the decoder for a `charset` parameter. Defaults to UTF-8.
 * @throws BadBody if the encoding is unknown
 */
export function decoderOfParameter(charset: string | undefined): Decoder {
  const decoder = charset === undefined ? utf8 : decoderOf(charset);
  if (!decoder) throw new BadBody(message('unknown-charset'));
  return decoder;
}
