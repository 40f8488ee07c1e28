/** Decodes percent-encoding (URL standard, section 1.3). */

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Decodes percent-encoded bytes. Leaves percent signs that don't start an encoded byte unchanged.
 * @param plusIsSpace as in `application/x-www-form-urlencoded`
 */
export function percentDecode(bytes: Buffer, { plusIsSpace = false } = {}): Buffer {
  if (!bytes.includes(PERCENT) && !(plusIsSpace && bytes.includes(PLUS))) return bytes;
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const encoded = byte === PERCENT ? encodedByte(bytes[at + 1], bytes[at + 2]) : undefined;
    if (encoded !== undefined) at += 2;
    decoded[length] = encoded ?? (byte === PLUS && plusIsSpace ? SPACE : byte);
    length += 1;
  }
  return decoded.subarray(0, length);
}

function encodedByte(high: number | undefined, low: number | undefined): number | undefined {
  const [left, right] = [hexDigit(high), hexDigit(low)];
  return left === undefined || right === undefined ? undefined : left * 16 + right;
}

/** Returns the numeric value of a hex digit, given its ASCII code. */
function hexDigit(code: number | undefined): number | undefined {
  if (code === undefined) return undefined;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  // In ASCII, an uppercase letter and its lowercase counterpart differ only in this bit.
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
