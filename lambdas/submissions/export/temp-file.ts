/** Creates a temporary file for lines that don't fit in the function's memory. */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LineBuffer } from './submission-export.ts';

const CHUNK = 256 * 1024;

/**
 * Calls `use` with an empty buffer on the function's disk. The file is unlinked as soon as it is opened, so a
 * crash doesn't leave a file behind.
 */
export async function withTempFile<Result>(use: (buffer: LineBuffer) => Promise<Result>): Promise<Result> {
  const file = await unlinkedFile();
  try {
    return await use(lineBufferOn(file));
  } finally {
    await file.close();
  }
}

/**
 * Passes an empty buffer on the function's disk to `create` and yields the values that `create` produces.
 * Closes the file at the end.
 */
export async function* streamWithTempFile<Part>(
  create: (buffer: LineBuffer) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const file = await unlinkedFile();
  try {
    yield* create(lineBufferOn(file));
  } finally {
    await file.close();
  }
}

async function unlinkedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

function lineBufferOn(file: FileHandle): LineBuffer {
  let pending: string[] = [];
  let size = 0;
  /** Numbers of bytes written and read. */
  let written = 0;
  let read = 0;
  const flush = async (): Promise<void> => {
    const text = pending.join('');
    pending = [];
    size = 0;
    await file.appendFile(text);
    written += Buffer.byteLength(text);
  };

  return {
    async add(line) {
      pending.push(`${line}\n`);
      size += line.length;
      if (size >= CHUNK) await flush();
    },

    async *lines() {
      await flush();
      if (read === written) return;
      const text = file.createReadStream({
        start: read,
        end: written - 1,
        encoding: 'utf8',
        highWaterMark: CHUNK,
        autoClose: false,
      });
      read = written;
      let rest = '';
      for await (const chunk of text as AsyncIterable<string>) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
      }
    },
  };
}
