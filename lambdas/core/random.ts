/** Provides random bytes. The source is always passed as an argument so that tests can control ids. */
import { randomBytes } from 'node:crypto';

/** Returns `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** Uses the operating system's random number generator. */
export const systemRandom: RandomBytes = randomBytes;
