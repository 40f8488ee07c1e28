import fc from 'fast-check';

/** Halves of surrogate pairs, which are no characters. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;

const characterAt = (index: number): string =>
  String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES);

function indexOf(character: unknown): number {
  const point = (typeof character === 'string' ? character.codePointAt(0) : undefined) ?? 0;
  const index = point < FIRST_HALF ? point : point - HALVES;
  if (characterAt(index) !== character) throw new TypeError('This is not one character.');
  return index;
}

/**
 * Any character of Unicode, as the unit of a text. The unit `binary` gives the same, and makes a table of all million of
 * them: 0.8 s of CPU, and memory for as long as the worker lives.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - HALVES }).map(characterAt, indexOf);
