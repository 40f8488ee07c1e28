/** Writes a ZIP archive as a stream, so that it doesn't have to fit in memory. Uses fflate. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Limits of the ZIP format without its 64-bit extension, which fflate doesn't support. */
const MAX_BYTES = 4_294_967_295;
const MAX_ENTRIES = 65_535;

/** Thrown if the archive would be too large. */
export class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge' as const;
}

/** A file in an archive. */
export interface ArchiveEntry {
  readonly path: string;
  /** Set for files that are stored without compression, because they are probably already compressed. */
  readonly isStored?: true;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Yields the archive in chunks. Reads one entry at a time.
 * @throws ArchiveTooLarge if there are more than 65,535 entries or 4 GB
 */
export async function* archive(
  entries: AsyncIterable<ArchiveEntry>,
  maxBytes: number = MAX_BYTES,
  maxEntries: number = MAX_ENTRIES,
): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  let size = 0;
  let count = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    size += bytes.length;
    written.push(bytes);
  });
  const take = (): Uint8Array[] => {
    if (size > maxBytes || count > maxEntries) throw new ArchiveTooLarge('The archive is too large');
    const bytes = written;
    written = [];
    return bytes;
  };
  for await (const { path, isStored, bytes } of entries) {
    const entry = isStored ? new ZipPassThrough(path) : new ZipDeflate(path);
    zip.add(entry);
    count += 1;
    for await (const chunk of bytes) {
      entry.push(chunk);
      yield* take();
    }
    entry.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}

/** Converts text to bytes and combines them into larger chunks. */
export async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pending = '';
  for await (const text of texts) {
    pending += text;
    if (pending.length < 65_536) continue;
    yield Buffer.from(pending);
    pending = '';
  }
  yield Buffer.from(pending);
}
