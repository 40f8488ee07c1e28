/**
 * Reduces source maps to this repository's own files, which make up a tenth of a function's complete map.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import * as z from 'zod';

/** The fields of a source map that this file uses (ECMA-426, "Source map format"). */
const sourceMap = z.looseObject({
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/**
 * Removes all sources that don't pass `isOwn`. Stack traces then show positions in the bundle for code from
 * these sources.
 * @throws ZodError if the text is not a source map
 */
export function ownSourceMap(text: string, isOwn: (source: string) => boolean): string {
  const map = sourceMap.parse(JSON.parse(text));
  const isOwnSource = map.sources.map(isOwn);
  const sources = new UsedMembers(map.sources);
  const names = new UsedMembers(map.names);
  const ownSegment = (segment: SourceMapSegment): SourceMapSegment => {
    if (segment.length === 1 || isOwnSource[segment[1]] !== true) return [segment[0]];
    const [column, source, line, sourceColumn] = segment;
    const kept = [column, sources.indexOf(source), line, sourceColumn] as const;
    return segment.length === 5 ? [...kept, names.indexOf(segment[4])] : [...kept];
  };
  const mappings = decode(map.mappings).map((line) => line.map(ownSegment).filter(isNeeded));
  return JSON.stringify({ ...map, sources: sources.used, names: names.used, mappings: encode(mappings) });
}

/** Returns true for mapped segments, and for unmapped segments that mark the end of a mapped one. */
function isNeeded(segment: SourceMapSegment, index: number, line: readonly SourceMapSegment[]): boolean {
  return segment.length > 1 || (line[index - 1]?.length ?? 1) > 1;
}

/** Collects the used items of a list, in order of first use. */
class UsedMembers {
  readonly used: string[] = [];
  readonly #all: readonly string[];
  readonly #indexes = new Map<number, number>();

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  /** Converts an index in the full list to an index in `used` and adds the item if it isn't there yet. */
  indexOf(index: number): number {
    const present = this.#indexes.get(index);
    if (present !== undefined) return present;
    this.#indexes.set(index, this.used.length);
    return this.used.push(this.#all[index] ?? '') - 1;
  }
}
