/** Source maps that lead to this repository's own files only: of a function's whole map that is a tenth. */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import * as z from 'zod';

/** As far as it is read here (ECMA-426, "Source map format"). */
const sourceMap = z.looseObject({
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/**
 * The map without what leads to other sources than those that are `isOwn`. Places in their code lead nowhere then, and
 * stack traces name them as they are in the bundle.
 * @throws ZodError when the text is no source map
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

/** A segment that leads nowhere ends the one before it, and is needed for nothing else. */
function isNeeded(segment: SourceMapSegment, index: number, line: readonly SourceMapSegment[]): boolean {
  return segment.length > 1 || (line[index - 1]?.length ?? 1) > 1;
}

/** The members of a list that are used, in the order in which they are asked for. */
class UsedMembers {
  readonly used: string[] = [];
  readonly #all: readonly string[];
  readonly #indexes = new Map<number, number>();

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  /** The index in `used` of a member, by its index in the whole list. */
  indexOf(index: number): number {
    const present = this.#indexes.get(index);
    if (present !== undefined) return present;
    this.#indexes.set(index, this.used.length);
    return this.used.push(this.#all[index] ?? '') - 1;
  }
}
