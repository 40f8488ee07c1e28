/** Stores an export in a local folder that only its owner can read. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, realpath, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DamagedExport } from '../operator-errors.ts';
import type { ExportPlace } from './export-place.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export function exportFolder(folder: string): ExportPlace {
  async function prepared(name: string): Promise<{ path: string; unfinished: string }> {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    return { path, unfinished: `${path}.unfinished` };
  }

  /**
   * Returns the path of an existing file. Rejects symbolic links that lead out of the folder, because they
   * could expose other files that the operator can read.
   */
  async function found(name: string): Promise<string | undefined> {
    const path = await realpath(join(folder, name)).catch((error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
    if (path === undefined) return undefined;
    if (!path.startsWith(`${await realpath(folder)}${sep}`))
      throw new DamagedExport(`${name} links to a file outside the export folder.`);
    return path;
  }

  return {
    name: folder,

    async write(name, bytes) {
      const { path, unfinished } = await prepared(name);
      await writeFile(unfinished, bytes, { mode: FILE_MODE });
      await rename(unfinished, path);
    },

    async writeStream(name, stream) {
      const { path, unfinished } = await prepared(name);
      await pipeline(stream, createWriteStream(unfinished, { mode: FILE_MODE }));
      await rename(unfinished, path);
    },

    async read(name, mostBytes) {
      const path = await found(name);
      if (path === undefined) return undefined;
      if ((await stat(path)).size > mostBytes)
        throw new DamagedExport(`${name} is larger than the maximum size of a part.`);
      return readFile(path);
    },

    async readStream(name) {
      const path = await found(name);
      return path === undefined ? undefined : createReadStream(path);
    },

    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

const isAbsent = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');
