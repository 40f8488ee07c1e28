/** Percent-encoding (URL standard, section 1.3). */
const ENCODED = /%([0-9a-f]{2})/gi;

/** The bytes of percent-encoded text; each other character is one byte. */
export function percentDecode(text: string): Buffer {
  const bytes = text.replace(ENCODED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
