/**
 * Builds and searches segments. A segment lists the distinct words of about a thousand consecutive
 * submissions of a form, and the submissions that contain each word. Words are normalized as in searches, so
 * a search for part of a word finds the same submissions with the index as without it.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';
import type { PostedField } from '../../core/payload.ts';
import { foldText } from '../../core/text/folded-text.ts';

/** A range of ULIDs, from `from` (inclusive) to `to` (exclusive). */
export interface UlidRange {
  readonly from: string;
  readonly to: string;
}

export interface Segment extends UlidRange {
  /** The compressed words, one per line. */
  readonly words: Uint8Array;
  /** The compressed list of submissions, and of the submissions that contain each word. */
  readonly places: Uint8Array;
}

/** A submission to index. */
export interface IndexedSubmission {
  readonly ulid: string;
  readonly fields: Iterable<PostedField>;
}

/** Schema of a segment's submissions. */
const segmentPlaces = z.object({
  ulids: z.array(z.string()),
  /**
   * For each word, the positions of its submissions in `ulids`, separated by commas. Empty if so many
   * submissions contain the word that the list would be too long to be useful.
   */
  of: z.array(z.string()),
});

/**
 * If more than this fraction of the submissions contain a word, the segment treats it as contained in all of
 * them.
 */
const COMMON = 1 / 4;
/** Brotli quality. Higher values take several times as long and only save a few percent. */
const QUALITY = 5;

/** Builds the segment of a range from all of the range's submissions. */
export function segmentOf({ from, to }: UlidRange, submissions: readonly IndexedSubmission[]): Segment {
  const found = new Map<string, number[]>();
  for (const [position, { fields }] of submissions.entries()) {
    for (const word of wordsOf(fields)) {
      const places = found.get(word);
      if (places) places.push(position);
      else found.set(word, [position]);
    }
  }
  const words = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const most = submissions.length * COMMON;
  const places: z.infer<typeof segmentPlaces> = {
    ulids: submissions.map(({ ulid }) => ulid),
    of: words.map(([, positions]) => (positions.length > most ? '' : positions.join(','))),
  };
  return {
    from,
    to,
    words: compressed(words.map(([word]) => word).join('\n')),
    places: compressed(JSON.stringify(places)),
  };
}

/** Returns a submission's distinct words. Splits at white space, because search terms contain none either. */
function wordsOf(fields: Iterable<PostedField>): Set<string> {
  const words = new Set<string>();
  for (const [, value] of fields) for (const word of foldText(value).split(/\s+/)) words.add(word);
  words.delete('');
  return words;
}

/** Returns, for each searched word, the lines that contain it. Returns undefined if any word doesn't occur. */
export function linesWith(
  { words }: Pick<Segment, 'words'>,
  searched: readonly string[],
): number[][] | undefined {
  const text = brotliDecompressSync(words);
  if (!searched.every((word) => text.includes(word))) return undefined;
  const lines = text.toString().split('\n');
  return searched.map((word) => lines.flatMap((line, index) => (line.includes(word) ? [index] : [])));
}

/**
 * Returns the ULIDs of the submissions that may contain all searched words, newest first. The result includes
 * all submissions that actually contain them.
 * @param lines the result of `linesWith`
 */
export function ulidsAt(
  { places }: Pick<Segment, 'places'>,
  lines: readonly (readonly number[])[],
): string[] {
  const { ulids, of } = segmentPlaces.parse(JSON.parse(brotliDecompressSync(places).toString()));
  const marks = lines
    .map((found) => found.map((line) => of[line] ?? ''))
    .filter((found) => !found.includes(''))
    .map((found) => {
      const marked = new Uint8Array(ulids.length);
      for (const positions of found)
        for (const position of positions.split(',')) marked[Number(position)] = 1;
      return marked;
    });
  return ulids
    .filter((_, position) => marks.every((marked) => marked[position] === 1))
    .toSorted((a, b) => (a < b ? 1 : -1));
}

const compressed = (text: string): Uint8Array =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
