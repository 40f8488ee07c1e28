/** Reads the zip files that a release contains. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_LENGTH = 22;
const DIRECTORY_ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
const STORED = 0;

/**
 * Returns the contents of a zip file, keyed by file name. Doesn't support zip files that have a comment.
 * @throws RangeError if the file is damaged
 */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_LENGTH;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new RangeError('This is not a zip file.');
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const header = zip.readUInt32LE(at + 42);
    const start =
      header + LOCAL_HEADER_LENGTH + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const data = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const name = zip.toString('utf8', at + DIRECTORY_ENTRY_LENGTH, at + DIRECTORY_ENTRY_LENGTH + nameLength);
    files.set(name, zip.readUInt16LE(at + 10) === STORED ? data : inflateRawSync(data));
    at += DIRECTORY_ENTRY_LENGTH + nameLength + extra + comment;
  }
  return files;
}
