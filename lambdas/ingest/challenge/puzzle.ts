/**
 * Creates and checks the puzzles of the service's own challenge, in the format of ALTCHA's widget. To solve a
 * puzzle, find the number that produces the SHA-256 digest `challenge` when it is appended to `salt`. Puzzles
 * are signed, so the service can tell which form it created them for without storing unsolved puzzles.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { epochSeconds, MINUTE } from '../../core/clock.ts';
import { ChallengeFailed } from '../../core/errors/errors.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { Difficulty } from '../../spam/challenge-settings.ts';

/** Time limit for solving and submitting a puzzle, in milliseconds. */
const PUZZLE_LASTS = 20 * MINUTE;

/**
 * Largest number that can solve a puzzle. On average, a solver computes half as many digests to find the
 * number.
 */
export const MAX_NUMBERS: Readonly<Record<Difficulty, number>> = {
  low: 50_000,
  normal: 200_000,
  high: 1_000_000,
};

/** Maximum length of a solution in characters. ALTCHA's widget sends about 400 characters. */
const MAX_SOLUTION_LENGTH = 2048;

const ALGORITHM = 'SHA-256';
const HEX_DIGEST = /^[0-9a-f]{64}$/;
/** Matches a valid salt. The final `&` prevents digits from being moved between the number and `expires`. */
const SALT = /^[0-9a-f]{24}\?expires=(\d{10})&$/;

/** Body of `GET /v1/f/{slug}/challenge`. */
export const puzzleView = z.object({
  algorithm: z.literal(ALGORITHM).describe('The digest algorithm.'),
  challenge: z.string().regex(HEX_DIGEST).describe('The digest to find, in hexadecimal.'),
  salt: z
    .string()
    .describe('Text before the number. `expires` is when the puzzle expires, in seconds since the epoch.'),
  signature: z.string().regex(HEX_DIGEST).describe('Send this back unchanged.'),
  maxnumber: z.int().describe('The largest number to try. Start at 0.'),
});
type Puzzle = z.infer<typeof puzzleView>;

/** A solution in the format that ALTCHA's widget sends, encoded in base64. */
const solution = z.object({
  algorithm: z.literal(ALGORITHM),
  challenge: z.string().regex(HEX_DIGEST),
  number: z.int().nonnegative(),
  salt: z.string().regex(SALT),
  signature: z.string().regex(HEX_DIGEST),
});

type KeyedForm = Pick<IngestForm, 'form_id' | 'address_salt'>;

/** A correctly solved puzzle. */
export interface SolvedPuzzle {
  readonly challenge: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/** Creates a puzzle for a form. */
export function newPuzzle(
  form: KeyedForm & Pick<IngestForm, 'challenge'>,
  now: number,
  random: RandomBytes,
): Puzzle {
  const maxnumber = MAX_NUMBERS[form.challenge.difficulty];
  const salt = `${Buffer.from(random(12)).toString('hex')}?expires=${epochSeconds(now + PUZZLE_LASTS)}&`;
  // The bias of the remainder is below one in a billion, because 2 ** 48 is far larger than any maximum.
  const number = Buffer.from(random(6)).readUIntBE(0, 6) % (maxnumber + 1);
  const challenge = digestOf(salt, number).toString('hex');
  return {
    algorithm: ALGORITHM,
    challenge,
    salt,
    signature: signatureOf(form, challenge).toString('hex'),
    maxnumber,
  };
}

/**
 * Checks a submitted solution, but not whether it was used before.
 * @throws ChallengeFailed
 */
export function checkedSolution(form: KeyedForm, posted: string | undefined, now: number): SolvedPuzzle {
  const { challenge, number, salt, signature } = readSolution(posted);
  const expiresAt = Number(SALT.exec(salt)?.[1]);
  if (expiresAt * 1000 <= now) throw new ChallengeFailed('expired');
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(form, challenge)))
    throw new ChallengeFailed('wrong signature');
  if (!timingSafeEqual(Buffer.from(challenge, 'hex'), digestOf(salt, number)))
    throw new ChallengeFailed('wrong number');
  return { challenge, expiresAt };
}

function readSolution(posted: string | undefined): z.infer<typeof solution> {
  if (!posted) throw new ChallengeFailed('no solution');
  if (posted.length > MAX_SOLUTION_LENGTH) throw new ChallengeFailed('solution too long');
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(posted, 'base64').toString());
  } catch {
    throw new ChallengeFailed('unreadable solution');
  }
  const parsed = solution.safeParse(read);
  if (!parsed.success) throw new ChallengeFailed('unreadable solution');
  return parsed.data;
}

const digestOf = (salt: string, number: number): Buffer =>
  createHash('sha256').update(`${salt}${number}`).digest();

/**
 * Signs a challenge with a key that is only used for this form and this purpose. The key is derived from the
 * form's salt, which is secret.
 */
function signatureOf({ form_id, address_salt }: KeyedForm, challenge: string): Buffer {
  const key = createHmac('sha256', address_salt)
    .update(JSON.stringify(['challenge', form_id]))
    .digest();
  return createHmac('sha256', key).update(challenge).digest();
}
