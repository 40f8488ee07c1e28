/** Lists and hashes a release's files. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const CHECKSUMS = 'SHA256SUMS';

export interface ReleasedFile {
  /** Path below the release's folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
}

/** Returns all files in the release's folder and its subfolders, sorted by path. */
export async function filesOf(folder: string): Promise<ReleasedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.toSorted().map(async (file) => ({
      path: relative(folder, file).replaceAll(sep, '/'),
      bytes: (await stat(file)).size,
    })),
  );
}

/** Writes the SHA-256 hash of each file in the format of `sha256sum`, which `sha256sum -c` reads. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const { path } of await filesOf(folder)) {
    if (path === CHECKSUMS) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, path)), hash);
    lines.push(`${hash.digest('hex')}  ${path}\n`);
  }
  await writeFile(join(folder, CHECKSUMS), lines.join(''));
}
