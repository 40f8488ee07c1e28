/**
 * Receives a request's whole body before the request is handled. Short bodies are kept in memory, longer ones
 * on disk. Even if a request is rejected, its body is read to the end, because Lambda only sends the response
 * after the whole body has arrived, and clients wouldn't show an earlier response
 * (docs/decisions/0034-large-posts-through-a-streaming-front.md).
 */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyTooLarge, Unavailable } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { FileBuffer } from '../http/body/file-buffer.ts';
import { bodyInMemory, type ReceivedBody } from '../http/body/received-body.ts';
import type { DiskSpace } from './disk-space.ts';

/** A body that holds resources until it is closed. */
export interface OpenBody extends ReceivedBody {
  close(): Promise<void>;
}

/**
 * Thrown if a body is far larger than the limit. The server responds immediately, although the client might
 * never see the response.
 */
export class EndlessBody extends Error {
  override readonly name = 'EndlessBody' as const;
}

export interface BodyReceiverConfig {
  /** Maximum size of a request body, including its files, in bytes. */
  readonly maxBytes: number;
  readonly space: DiskSpace;
  /**
   * Folder for request bodies on disk. Each file is unlinked as soon as it is opened, so that a crash leaves
   * no files behind.
   */
  readonly folder: string;
  /** Maximum time to wait for disk space, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Bodies larger than this number of bytes are written to disk. Most bodies are far smaller, so they don't
 * wait for disk space.
 */
const IN_MEMORY_BYTES = 1_048_576;
/** Maximum size of a body that is read to the end, as a multiple of the limit. */
const READ_ON_TIMES = 4;
/** Size of the chunks read from disk, in bytes. */
const PIECE_BYTES = 256 * 1024;

/**
 * Returns the body once its last byte has arrived. If the body was discarded, reading it throws the reason.
 * @param length the `Content-Length` header; if it's missing, space for the maximum size is reserved
 * @throws EndlessBody if the body is larger than four times the limit
 * @throws the connection's error if the connection ends too early; the body is discarded
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

/**
 * Writes the body to disk.
 * @param beginning bytes that were read before the body was known to be too large for memory
 */
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
    // Only this process can access the file, so if the file is too short, the disk must be faulty.
    if (bytesRead === 0) throw new Unavailable();
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** Reads a submitted file from its range in the file that stores the body, without copying it. */
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

/**
 * Reads the rest of the body and discards it.
 * @param size number of bytes that have already been read
 */
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
    // eslint-disable-next-line @typescript-eslint/require-await -- the type requires an async generator
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
      throw reason;
    },
  };
  return { ...bodyInMemory(new Uint8Array()), bytes, close: () => Promise.resolve() };
}

const tooLarge = (limit: number): BodyTooLarge => new BodyTooLarge(message('body-too-long', { limit }));
