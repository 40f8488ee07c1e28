/**
 * Records which version of the service wrote the data in the runner's folder, and rejects data from a newer
 * version.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isNewer, VERSION } from '../lib/service-version.ts';
import { RunnerError } from './runner-error.ts';

const FILE = 'version.json';

const content = z.object({ version: z.string().regex(VERSION) });

/**
 * Records this version in the folder. Folders from early releases contain no version.
 * @param version version of this service, for example `1.0.0`
 * @throws RunnerError if a newer version wrote the data
 */
export function noteVersion(folder: string, version: string): void {
  const file = join(folder, FILE);
  const writer = existsSync(file) ? readVersion(file) : undefined;
  if (writer === version) return;
  if (writer !== undefined && isNewer(writer, version))
    throw new RunnerError(
      `${folder} was written by version ${writer}, and this is version ${version}; ` +
        'use the newer version, or set SVC_LOCAL_DIR to another folder',
    );
  writeFileSync(file, `${JSON.stringify({ version })}\n`);
}

function readVersion(file: string): string {
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  } catch (cause) {
    throw new RunnerError(`cannot read ${file}; to start over, run npm start -- --fresh`, { cause });
  }
}
