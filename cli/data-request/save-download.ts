/** Saves an export's ZIP file, or an erasure's certificate, to a new file. */
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { DataRequestUnusable, FileNotSaved } from '../operator-errors.ts';
import type { ShownRequest } from './shown-request.ts';

/**
 * Downloads the request's result and saves it. Only the user can read the file, because it contains personal
 * data. Existing files are never replaced.
 * @param to the file's name. Defaults to the request's id with the file type's extension
 * @throws DataRequestUnusable if there is nothing to download
 * @throws FileNotSaved
 */
export async function saveDownload(
  request: ShownRequest,
  to: string | undefined,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const { id, kind, certificate, download_url } = request;
  if (kind === 'erase' && certificate)
    return save(to ?? `${id}.json`, Readable.from([`${JSON.stringify(certificate, null, 2)}\n`]));
  if (download_url === undefined) throw new DataRequestUnusable(reasonOf(request));
  const response = await fetch(download_url);
  if (!response.ok || !response.body)
    throw new FileNotSaved(
      `The ZIP file can't be downloaded: the storage responded with status ${response.status}.`,
    );
  return save(to ?? `${id}.zip`, Readable.fromWeb(response.body));
}

function reasonOf({ id, kind, status }: ShownRequest): string {
  if (status !== 'finished') return `${id} has nothing to download yet. Its status is "${status}".`;
  return kind === 'export'
    ? `The ZIP file of ${id} was deleted after seven days.`
    : `${id} has no certificate.`;
}

async function save(
  file: string,
  content: Readable,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const output = await newFile(file);
  try {
    await pipeline(content, output.createWriteStream());
  } catch (cause) {
    // Delete the incomplete file, which this call has created.
    await rm(file, { force: true });
    throw new FileNotSaved(`${file} can't be saved: ${String(cause)}`, { cause });
  }
  return { file, bytes: (await stat(file)).size };
}

/** @throws FileNotSaved if the file exists or can't be created */
async function newFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (cause) {
    const reason = isExisting.safeParse(cause).success ? 'it already exists' : String(cause);
    throw new FileNotSaved(`${file} can't be created: ${reason}. Use --to to choose another name.`, {
      cause,
    });
  }
}

const isExisting = z.object({ code: z.literal('EEXIST') });
