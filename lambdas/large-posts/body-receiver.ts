/**
 * Receives the whole body of a post before anything is done with it: a short one in memory, a longer one on the disk.
 * Whatever becomes of the post, its body is read to the end first, for the platform sends on no response before that and
 * clients show none (docs/decisions/0034-large-posts-through-a-streaming-front.md).
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyTooLarge, Unavailable } from '../core/errors.ts';
import { message } from '../core/message.ts';
import type { FileBuffer } from '../http/body/file-buffer.ts';
import { bodyInMemory, type ReceivedBody } from '../http/body/received-body.ts';
import type { DiskSpace } from './disk-space.ts';

/** A body that holds resources until it is closed. */
export interface OpenBody extends ReceivedBody {
  close(): Promise<void>;
}

/** A client that sends more than anybody waits for: it gets its response at once, though it may not see it. */
export class EndlessBody extends Error {
  override readonly name = 'EndlessBody' as const;
}

export interface BodyReceiverConfig {
  /** Bytes of a whole post at most. */
  readonly maxBytes: number;
  readonly space: DiskSpace;
  /** Where the files are; each is unlinked as soon as it is open, so that nothing stays when the process dies. */
  readonly folder: string;
  /** How long a post waits for room on the disk. */
  readonly waitMs: number;
}

/** Longer bodies go to the disk. Most posts are shorter by far, and wait for no disk. */
const IN_MEMORY_BYTES = 1_048_576;
/** A post that is too long is read to its end up to so many times the limit. */
const READ_ON_TIMES = 4;
/** What is read from the disk at a time. */
const PIECE_BYTES = 256 * 1024;

/**
 * The body, once its last byte is here. One that is not kept gives its reason when it is read.
 * @param length the `Content-Length` header; the limit is reserved without one
 * @throws EndlessBody above four times the limit
 * @throws what the connection does when it ends too early; nothing of the body is kept then
 */
export async function receiveBody(
  chunks: AsyncIterable<Uint8Array>,
  length: number | undefined,
  config: BodyReceiverConfig,
): Promise<OpenBody> {
  const { maxBytes } = config;
  if (length !== undefined && length > maxBytes * READ_ON_TIMES) throw new EndlessBody();
  const source = chunks[Symbol.asyncIterator]();
  if (length !== undefined && length > maxBytes) return refused(source, 0, tooLarge(maxBytes), config);

  const beginning: Uint8Array[] = [];
  if (length === undefined || length <= IN_MEMORY_BYTES) {
    let size = 0;
    for (let next = await source.next(); !next.done; next = await source.next()) {
      beginning.push(next.value);
      size += next.value.length;
      if (size > IN_MEMORY_BYTES) break;
    }
    if (size <= IN_MEMORY_BYTES)
      return { ...bodyInMemory(Buffer.concat(beginning)), close: () => Promise.resolve() };
  }
  return onDisk(beginning, source, length, config);
}

/** @param beginning what was read before it was clear that there is more */
async function onDisk(
  beginning: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
  length: number | undefined,
  config: BodyReceiverConfig,
): Promise<OpenBody> {
  const { maxBytes, space, waitMs } = config;
  const read = beginning.reduce((sum, piece) => sum + piece.length, 0);
  let release: () => void;
  try {
    release = await space.reserve(length ?? maxBytes, AbortSignal.timeout(waitMs));
  } catch (error) {
    return refused(source, read, error, config);
  }
  let file: FileHandle | undefined;
  const close = async (): Promise<void> => {
    await file?.close();
    file = undefined;
    release();
  };
  try {
    file = await openUnlinked(config.folder);
    for (const piece of beginning) await file.write(piece);
    let size = read;
    for (let next = await source.next(); !next.done; next = await source.next()) {
      size += next.value.length;
      if (size > maxBytes) {
        await close();
        return await refused(source, size, tooLarge(maxBytes), config);
      }
      await file.write(next.value);
    }
    return { ...bodyOnDisk(file, size), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

function bodyOnDisk(file: FileHandle, size: number): ReceivedBody {
  const range = (start: number, length: number): AsyncIterable<Uint8Array> => ({
    [Symbol.asyncIterator]: () => pieces(file, start, start + length),
  });
  return { bytes: range(0, size), fileBuffer: fileRanges(range) };
}

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  for (let position = start; position < end;) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - position));
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    // Nobody else has the file: one that is shorter than what was written is a fault of the disk.
    if (bytesRead === 0) throw new Unavailable();
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** A file of the post is a range of the body's file: it is not copied, and read again from there. */
function fileRanges(range: (start: number, length: number) => AsyncIterable<Uint8Array>): FileBuffer {
  return {
    async receive(bytes, { maxBytes, declaredBytes = 0, start }) {
      let length = 0;
      for await (const piece of bytes) length += piece.length;
      const announced = declaredBytes > maxBytes ? declaredBytes : 0;
      return { size: Math.max(length, announced), read: () => range(start, length) };
    },
  };
}

/** Reads the rest and keeps nothing of it. @param size of what was read before */
async function refused(
  source: AsyncIterator<Uint8Array>,
  size: number,
  reason: unknown,
  { maxBytes }: BodyReceiverConfig,
): Promise<OpenBody> {
  let total = size;
  for (let next = await source.next(); !next.done; next = await source.next()) {
    total += next.value.length;
    if (total > maxBytes * READ_ON_TIMES) throw new EndlessBody();
  }
  const bytes = {
    // eslint-disable-next-line @typescript-eslint/require-await -- reading is what fails
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
      throw reason;
    },
  };
  return { ...bodyInMemory(new Uint8Array()), bytes, close: () => Promise.resolve() };
}

const tooLarge = (limit: number): BodyTooLarge => new BodyTooLarge(message('body-too-long', { limit }));
