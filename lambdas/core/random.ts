/** Random bytes. */
import { randomBytes } from 'node:crypto';

/** `count` random bytes; an argument everywhere, so that a test decides the ids. */
export type RandomBytes = (count: number) => Uint8Array;

/** The operating system's random numbers. */
export const systemRandom: RandomBytes = (count) => randomBytes(count);
