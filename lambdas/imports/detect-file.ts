/** Detects an uploaded file's encoding and delimiter from its first bytes. */
import type { DetectedFile } from './import.ts';

/** Number of bytes to inspect. */
export const SAMPLE_BYTES = 256 * 1024;

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

export interface FileStart extends DetectedFile {
  /** Position of the first byte after the byte order mark, if there is one. */
  readonly offset: number;
}

/**
 * Returns the file's encoding and delimiter, or the reason why it can't be read.
 * @param isWhole true if the sample is the whole file; otherwise, its last character may be incomplete
 */
export function detectFile(
  sample: Buffer,
  { format, isWhole }: { readonly format: 'csv' | 'ndjson'; readonly isWhole: boolean },
): FileStart | { readonly problem: string } {
  if (isUtf16(sample))
    return { problem: 'The file is in UTF-16. Save it again in UTF-8, for example as "CSV UTF-8".' };
  const offset = sample.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? BYTE_ORDER_MARK.length
    : 0;
  const text = sample.subarray(offset);
  const encoding = isUtf8(text, isWhole) ? 'utf-8' : 'windows-1252';
  if (format === 'csv') return { offset, encoding, delimiter: delimiterOf(text.toString('latin1')) };
  if (encoding !== 'utf-8') return { problem: 'NDJSON files must be in UTF-8.' };
  return { offset, encoding, delimiter: null };
}

/** Returns true if the file starts with a UTF-16 byte order mark or has a zero byte in its first characters. */
function isUtf16(sample: Buffer): boolean {
  const [first, second] = sample;
  return (
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    sample.subarray(0, 4).includes(0)
  );
}

function isUtf8(bytes: Buffer, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

/** Returns the delimiter that occurs most often in the first line, outside of quotes. */
function delimiterOf(text: string): ',' | ';' | '\t' {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (character === ',' || character === ';' || character === '\t') counts[character] += 1;
  }
  const delimiters = [',', ';', '\t'] as const;
  return delimiters.reduce((best, each) => (counts[each] > counts[best] ? each : best));
}

/**
 * Windows-1252's characters for the bytes 0x80 to 0x9F, which are control characters in Latin-1. The five
 * bytes to which Windows-1252 assigns no character remain control characters, as in the WHATWG Encoding
 * Standard.
 */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Corrects Windows-1252 text that was decoded as Latin-1. */
export function fromWindows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9F]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}
