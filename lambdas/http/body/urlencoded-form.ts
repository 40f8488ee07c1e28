/** A form posted as `application/x-www-form-urlencoded` (URL standard, section 5). */
import type { PostedField } from '../../submissions/payload.ts';
import { CHARSET_FIELD, decoderOf, decoderOfParameter, utf8, type Decoder } from './charset.ts';
import { percentDecode } from './percent-decoding.ts';

/**
 * The fields in order. Any bytes can be read as a form.
 * @param charset the parameter of the content type; a field `_charset_` has precedence
 * @throws BadBody for an unknown charset
 */
export function parseUrlencodedForm(bytes: Buffer, charset: string | undefined): PostedField[] {
  const fields = [...new URLSearchParams(bytes.toString('utf8'))];
  const own = fields.find(([name]) => name === CHARSET_FIELD)?.[1];
  const decoder = (own === undefined ? undefined : decoderOf(own)) ?? decoderOfParameter(charset);
  return decoder.encoding === utf8.encoding ? fields : fieldsIn(decoder, bytes);
}

function fieldsIn(decoder: Decoder, bytes: Buffer): PostedField[] {
  const text = (encoded: string): string => decoder.decode(percentDecode(encoded.replaceAll('+', ' ')));
  return bytes
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return [text(name), text(pair.slice(name.length + 1))];
    });
}
