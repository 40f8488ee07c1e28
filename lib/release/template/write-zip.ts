/** Writes reproducible zip files: the same content always results in the same bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** The earliest date that a zip file can store: 1980-01-01. */
const DATE = 0x21;
const UNIX = 3 << 8;
/** File permissions that allow everyone to read the file, as Lambda requires. */
const READABLE = 0o100644 * 2 ** 16;
/** The names are in UTF-8. */
const UTF8 = 0x800;
const VERSION = 20;

/**
 * Returns a zip file.
 * @param method `stored` doesn't compress the content; use it for entries that are already compressed
 */
export function writeZip(entries: readonly ZipEntry[], method: 'deflated' | 'stored'): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const data = method === 'stored' ? content : deflateRawSync(content, { level: 9 });
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt16LE(method === 'stored' ? 0 : 8, 4);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(READABLE, 6);
    position.writeUInt32LE(offset, 10);
    directory.push(signature('PK\x01\x02'), uint16(UNIX | VERSION), fields, position, nameBytes);
    const local = [signature('PK\x03\x04'), fields, nameBytes, data];
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const length = directory.reduce((sum, each) => sum + each.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signature('PK\x05\x06'), end]);
}

/** Returns the files of a folder, sorted by name. */
export function zipFolder(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({
      name: path.slice(folder.length + 1).replaceAll(sep, '/'),
      content: readFileSync(path),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return writeZip(files, 'deflated');
}

const signature = (text: string): Buffer => Buffer.from(text, 'latin1');

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
