const ENCODED = /%([0-9a-f]{2})/gi;

/** The bytes that percent-encoded text stands for; a character of it stands for one byte. */
export function percentDecode(text: string): Buffer {
  const bytes = text.replace(ENCODED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
