/**
 * Encodes consecutive segments as one object, which is a part of the index. The object starts with its head,
 * which contains the ranges and words of the segments. Most searches only read the head. The head is followed by
 * the places, which list the submissions that contain each word.
 */
import * as z from 'zod';
import { linesWith, ulidsAt, type Segment, type UlidRange } from './segment.ts';

/**
 * A segment as described in the head. `places` is the position and length of the segment's places in the
 * object.
 */
export interface SegmentHead extends UlidRange {
  readonly words: Uint8Array;
  readonly places: { readonly start: number; readonly length: number };
}

/**
 * Size (in bytes) of the number at the start of the object. The number is the length of the table of contents
 * that follows it.
 */
const NUMBER = 4;

const contents = z.array(z.object({ from: z.string(), to: z.string(), words: z.int(), places: z.int() }));

/** Encodes the segments. `head` is the length of the head in bytes. */
export function encodePart(segments: readonly Segment[]): { bytes: Uint8Array; head: number } {
  const listed: z.infer<typeof contents> = segments.map(({ from, to, words, places }) => ({
    from,
    to,
    words: words.length,
    places: places.length,
  }));
  const text = Buffer.from(JSON.stringify(listed));
  const length = Buffer.alloc(NUMBER);
  length.writeUInt32BE(text.length);
  const head = Buffer.concat([length, text, ...segments.map(({ words }) => words)]);
  return { bytes: Buffer.concat([head, ...segments.map(({ places }) => places)]), head: head.length };
}

/** Decodes the head of a part. Ignores any bytes after the head. */
export function decodeHead(bytes: Uint8Array): SegmentHead[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = NUMBER + buffer.readUInt32BE();
  const listed = contents.parse(JSON.parse(buffer.toString('utf8', NUMBER, end)));
  let word = end;
  let place = end + listed.reduce((sum, { words }) => sum + words, 0);
  return listed.map(({ from, to, words, places }) => {
    const segment = {
      from,
      to,
      words: bytes.subarray(word, word + words),
      places: { start: place, length: places },
    };
    word += words;
    place += places;
    return segment;
  });
}

/** Decodes a whole part. */
export const decodePart = (bytes: Uint8Array): Segment[] =>
  decodeHead(bytes).map(({ places: { start, length }, ...segment }) => ({
    ...segment,
    places: bytes.subarray(start, start + length),
  }));

/** Minimum number of matching segments for which to read all places of a part in one request. */
const MANY = 4;

/** Reads bytes of a part, from `start` (inclusive) to `end` (exclusive). */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** Returns the ULIDs of the part's submissions that may contain all words, newest first. */
export async function ulidsInPart(
  { head, size }: { readonly head: number; readonly size: number },
  words: readonly string[],
  read: ReadBytes,
): Promise<string[]> {
  const found = decodeHead(await read(0, head)).flatMap((segment) => {
    const lines = linesWith(segment, words);
    return lines ? [{ segment, lines }] : [];
  });
  if (found.length === 0) return [];
  const all = found.length >= MANY ? await read(head, size) : undefined;
  const ulids = await Promise.all(
    found.map(async ({ segment: { places }, lines }) => {
      const start = places.start - head;
      const bytes = all
        ? all.subarray(start, start + places.length)
        : await read(places.start, places.start + places.length);
      return ulidsAt({ places: bytes }, lines);
    }),
  );
  return ulids.flat().toSorted((a, b) => (a < b ? 1 : -1));
}
