/** Source maps that lead to this repository's own files only: of a function's whole map that is a tenth. */
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
  const sources = new Places(map.sources);
  const names = new Places(map.names);
  const written = new Differences();
  let mappings = '';
  let line = 0;
  let isMapped = false;
  for (const segment of segmentsOf(map.mappings)) {
    if (segment.line > line) {
      mappings += ';'.repeat(segment.line - line);
      line = segment.line;
      written.beginLine();
      isMapped = false;
    }
    const { column, source, row, rowColumn, name } = segment;
    const isKept = source !== undefined && isOwnSource[source] === true;
    // What comes after a place of our own leads nowhere from where another source begins.
    if (!isKept && !isMapped) continue;
    if (written.isInLine) mappings += ',';
    mappings += isKept
      ? written.segment(
          column,
          sources.at(source),
          row,
          rowColumn,
          ...(name === undefined ? [] : [names.at(name)]),
        )
      : written.segment(column);
    isMapped = isKept;
  }
  return JSON.stringify({ ...map, sources: sources.used, names: names.used, mappings });
}

/** A place in a bundle and what it leads to; numbers from 0. */
interface Segment {
  line: number;
  column: number;
  source: number | undefined;
  row: number;
  rowColumn: number;
  name: number | undefined;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;
const [COMMA, SEMICOLON] = [44, 59];

/**
 * All segments of the mappings, in one object that changes, for there are millions. Their numbers are variable-length
 * quantities in base64: five bits a digit, the lowest first, a sixth when more follow, and the sign in the lowest. Each
 * counts on from the one before it; the column does so in its line.
 */
function* segmentsOf(mappings: string): Generator<Segment, void> {
  const segment: Segment = { line: 0, column: 0, source: undefined, row: 0, rowColumn: 0, name: undefined };
  const total = new Int32Array(5);
  let [field, value, shift] = [0, 0, 0];
  for (let at = 0; at <= mappings.length; at += 1) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : SEMICOLON;
    if (code !== COMMA && code !== SEMICOLON) {
      const bits = VALUES[code] ?? 0;
      value |= (bits & 31) << shift;
      shift += 5;
      if (bits & 32) continue;
      total[field] = (total[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
      field += 1;
      [value, shift] = [0, 0];
      continue;
    }
    if (field > 0) {
      const [column = 0, source = 0, row = 0, rowColumn = 0, name = 0] = total;
      segment.column = column;
      segment.source = field > 1 ? source : undefined;
      segment.row = row;
      segment.rowColumn = rowColumn;
      segment.name = field > 4 ? name : undefined;
      yield segment;
      field = 0;
    }
    if (code === SEMICOLON) {
      segment.line += 1;
      total[0] = 0;
    }
  }
}

/** Writes segments, each number as its difference from the one before. */
class Differences {
  isInLine = false;
  readonly #last = new Int32Array(5);

  beginLine(): void {
    this.isInLine = false;
    this.#last[0] = 0;
  }

  segment(...values: readonly number[]): string {
    this.isInLine = true;
    let text = '';
    for (const [at, value] of values.entries()) {
      const difference = value - (this.#last[at] ?? 0);
      this.#last[at] = value;
      let left = difference < 0 ? (-difference << 1) | 1 : difference << 1;
      do {
        const bits = left & 31;
        left >>>= 5;
        text += DIGITS.charAt(left > 0 ? bits | 32 : bits);
      } while (left > 0);
    }
    return text;
  }
}

/** The members of a list that are used, by their new places. */
class Places {
  readonly used: string[] = [];
  readonly #all: readonly string[];
  readonly #places = new Map<number, number>();

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  at(index: number): number {
    const present = this.#places.get(index);
    if (present !== undefined) return present;
    this.#places.set(index, this.used.length);
    return this.used.push(this.#all[index] ?? '') - 1;
  }
}
