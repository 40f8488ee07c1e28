/**
 * Parses forms submitted as `application/x-www-form-urlencoded` (URL standard, section 5.1).
 *
 * We don't use `URLSearchParams`, because it parses the whole body before we can count the fields. In Node
 * 24, its run time is also quadratic in the number of names without a value.
 */
import { BodyTooLarge } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import { MAX_FIELDS, type PostedField } from '../../core/payload.ts';
import { CHARSET_FIELD, decoderOf, decoderOfParameter, utf8 } from './charset.ts';
import { percentDecode } from './percent-decoding.ts';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;

/**
 * Returns the fields in order. Every byte sequence is a valid form.
 * @param charset from the content type; a `_charset_` field takes precedence
 * @throws BadBody if the charset is unknown
 * @throws BodyTooLarge at the 201st field, without reading the rest
 */
export function parseUrlencodedForm(bytes: Buffer, charset?: string): PostedField[] {
  const pairs = pairsIn(bytes);
  const own = pairs.find(([name]) => name.toString('latin1') === CHARSET_FIELD)?.[1];
  const decoder = (own && decoderOf(utf8.decode(own))) ?? decoderOfParameter(charset);
  return pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)]);
}

/** Splits the bytes into percent-decoded names and values. Ignores empty strings between ampersands. */
function pairsIn(bytes: Buffer): (readonly [name: Buffer, value: Buffer])[] {
  const pairs: (readonly [Buffer, Buffer])[] = [];
  for (let start = 0; start < bytes.length;) {
    if (bytes[start] === AMPERSAND) {
      start += 1;
      continue;
    }
    if (pairs.length === MAX_FIELDS)
      throw new BodyTooLarge(message('too-many-fields', { limit: MAX_FIELDS }));
    const next = bytes.indexOf(AMPERSAND, start);
    const pair = bytes.subarray(start, next === -1 ? bytes.length : next);
    const equals = pair.indexOf(EQUALS);
    const name = equals === -1 ? pair : pair.subarray(0, equals);
    const value = pair.subarray(name.length + 1);
    pairs.push([percentDecode(name, { plusIsSpace: true }), percentDecode(value, { plusIsSpace: true })]);
    start += pair.length + 1;
  }
  return pairs;
}
