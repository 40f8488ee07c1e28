/** Random bytes, an argument everywhere, so that a test decides the ids. */
import { randomBytes } from 'node:crypto';

/** Gives `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** The operating system's random numbers. */
export const systemRandom: RandomBytes = randomBytes;
