/** How much of an answer the delivery log keeps, in bytes of UTF-8. */
export const EXCERPT_BYTES = 1024;

const TEXT_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity']);
const NAMED_ENCODINGS: ReadonlySet<string> = new Set(['gzip', 'br', 'deflate', 'zstd', 'compress']);

/**
 * Control characters, and those that reorder the text around them or break lines (Unicode TR 36 section 2.5,
 * bidirectional spoofing): the excerpt is shown in consoles and terminals.
 */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * The beginning of an answer as text for the delivery log: UTF-8 read leniently, cut between characters,
 * at most 1 KB. A compressed body is named, not unpacked. Null when there is nothing to show.
 *
 * @param bytes what was read of the body
 * @param contentEncoding the header's value, empty when absent
 */
export function responseExcerpt(bytes: Uint8Array, contentEncoding: string): string | null {
  if (bytes.length === 0) return null;
  const encoding = contentEncoding.trim().toLowerCase();
  if (!TEXT_ENCODINGS.has(encoding)) {
    return `[${NAMED_ENCODINGS.has(encoding) ? encoding : 'encoded'}, ${bytes.length} bytes read]`;
  }

  const wasCut = bytes.length > EXCERPT_BYTES;
  // With `stream` the decoder holds back a character whose last bytes were cut off.
  const decoded = new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: wasCut });
  return firstBytes(decoded.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\uFFFD'), EXCERPT_BYTES);
}

/** Replacement characters take three bytes each, so lenient reading may have made the text longer. */
function firstBytes(text: string, limit: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}
