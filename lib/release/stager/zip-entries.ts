/** Reads zip files without compression, such as `assets.zip`. */

const END = 0x06054b50;
const END_LENGTH = 22;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_LENGTH = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_LENGTH = 30;
const MAX_COMMENT = 65_535;

export class NotAZip extends Error {
  override readonly name = 'NotAZip';
}

/**
 * Returns the entries, keyed by name. Because nothing is decompressed, the result is never larger than the
 * file.
 * @throws NotAZip if the file is truncated, is not a zip file, or contains a compressed entry
 */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const entries = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_ENTRY_LENGTH > end || zip.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new NotAZip('its directory is damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + DIRECTORY_ENTRY_LENGTH, at + DIRECTORY_ENTRY_LENGTH + nameLength);
    const size = zip.readUInt32LE(at + 24);
    if (zip.readUInt16LE(at + 10) !== 0 || zip.readUInt32LE(at + 20) !== size)
      throw new NotAZip(`${shown(name)} is compressed`);
    if (entries.has(name)) throw new NotAZip(`${shown(name)} appears twice`);
    entries.set(name, contentOf(zip, zip.readUInt32LE(at + 42), { name, size, end }));
    at += DIRECTORY_ENTRY_LENGTH + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Returns the offset of the "end of central directory" record. This record is the last one, and only a
 * comment can follow it.
 */
function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_LENGTH - MAX_COMMENT);
  for (let at = zip.length - END_LENGTH; at >= first; at -= 1)
    if (zip.readUInt32LE(at) === END && at + END_LENGTH + zip.readUInt16LE(at + 20) === zip.length) return at;
  throw new NotAZip('it is incomplete');
}

interface Expected {
  readonly name: string;
  readonly size: number;
  /** Offset of the "end of central directory" record. */
  readonly end: number;
}

function contentOf(zip: Buffer, header: number, { name, size, end }: Expected): Buffer {
  if (header + LOCAL_HEADER_LENGTH > end || zip.readUInt32LE(header) !== LOCAL_HEADER)
    throw new NotAZip(`${shown(name)} is damaged`);
  const start = header + LOCAL_HEADER_LENGTH + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  if (start + size > end) throw new NotAZip(`${shown(name)} is damaged`);
  return zip.subarray(start, start + size);
}

/** Shortens and quotes an entry's name for use in messages. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 80));
