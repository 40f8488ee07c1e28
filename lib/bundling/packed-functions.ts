/**
 * Packs the functions' bundles into one compressed file and unpacks it. All functions contain the AWS SDK.
 * npm's own compression doesn't find repetitions that are so far apart, so without this step, the package
 * would be four times as large.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';

/** The contents of all files, keyed by their path relative to the folder, with forward slashes. */
const packedFiles = z.record(z.string(), z.string());

/** Packs all files in subfolders of a folder into one file. All files must be text. */
export async function packFunctions(folder: string, packed: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((each) => each.isFile() && each.parentPath !== folder)
    .map((each) => join(each.parentPath, each.name));
  const files: z.infer<typeof packedFiles> = {};
  for (const path of paths.toSorted())
    files[path.slice(folder.length + 1).replaceAll(sep, '/')] = await readFile(path, 'utf8');
  const json = Buffer.from(JSON.stringify(files));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
  };
  await writeFile(packed, await promisify(brotliCompress)(json, { params }));
}

/**
 * Unpacks the files into a temporary folder, which is deleted when the process exits, and returns the folder.
 */
export function unpackFunctions(packed: string): string {
  const files = packedFiles.parse(JSON.parse(brotliDecompressSync(readFileSync(packed)).toString()));
  const folder = mkdtempSync(join(tmpdir(), 'svc-forms-functions-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
