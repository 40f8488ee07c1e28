/** Solves puzzles of the service's own challenge as a bot would: by trying every number. */
import { createHash } from 'node:crypto';

export interface Puzzle {
  readonly algorithm: string;
  readonly challenge: string;
  readonly salt: string;
  readonly signature: string;
  readonly maxnumber: number;
}

/** Returns the number that the puzzle asks for. */
export function numberOf({ challenge, salt, maxnumber }: Puzzle): number {
  for (let number = 0; number <= maxnumber; number += 1)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return number;
  throw new Error('the puzzle has no solution');
}

/** Returns the value of the field `altcha`. */
export const encoded = (solution: object): string => Buffer.from(JSON.stringify(solution)).toString('base64');

/** Solves a puzzle and encodes the solution like ALTCHA's widget. */
export function solved(puzzle: Puzzle, changes: object = {}): string {
  const { algorithm, challenge, salt, signature } = puzzle;
  return encoded({ algorithm, challenge, number: numberOf(puzzle), salt, signature, took: 12, ...changes });
}
