/** Tests the rules of the service's own challenge with a fixed clock, a fixed number and hostile solutions. */
import { createHash } from 'node:crypto';
import { ChallengeFailed } from '../../../lambdas/core/errors/errors.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newForm } from '../../../lambdas/forms/form.ts';
import { checkedSolution, newPuzzle } from '../../../lambdas/ingest/challenge/puzzle.ts';
import { encoded, numberOf, solved } from '../../support/samples/solved-puzzle.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
/** 20 minutes after `NOW`, in seconds since the epoch. */
const EXPIRES = 1_795_177_200;
const MINUTE = 60_000;
const challenge = { enabled: true, provider: 'proof-of-work', difficulty: 'low' } as const;
const formOf = () => newForm('acc_1', { name: 'Contact', challenge }, NOW, systemRandom);
const form = formOf();
/** Random bytes that make a puzzle with the number 258 and a salt of zeros. */
const fixed = (count: number) => (count === 6 ? new Uint8Array([0, 0, 0, 0, 1, 2]) : new Uint8Array(count));
const puzzle = newPuzzle(form, NOW, fixed);

const reasonOf = (posted: string | undefined, { now = NOW, to = form } = {}): string => {
  try {
    checkedSolution(to, posted, now);
  } catch (error) {
    if (error instanceof ChallengeFailed) return error.reason;
    throw error;
  }
  return 'none';
};

it("creates puzzles in the format of ALTCHA's widget", () => {
  expect(puzzle).toEqual({
    algorithm: 'SHA-256',
    challenge: createHash('sha256').update(`000000000000000000000000?expires=${EXPIRES}&258`).digest('hex'),
    salt: `000000000000000000000000?expires=${EXPIRES}&`,
    signature: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    maxnumber: 50_000,
  });
  expect(numberOf(puzzle)).toBe(258);
});

it.each([
  ['low', 50_000],
  ['normal', 200_000],
  ['high', 1_000_000],
] as const)('asks for a number up to a limit that depends on the difficulty %s', (difficulty, most) => {
  const hard = newForm('acc_1', { name: 'A', challenge: { ...challenge, difficulty } }, NOW, systemRandom);
  expect(newPuzzle(hard, NOW, systemRandom).maxnumber).toBe(most);
});

it('accepts a solution until the puzzle expires, by the clock of the service', () => {
  const solution = solved(puzzle);
  expect(checkedSolution(form, solution, NOW)).toEqual({ challenge: puzzle.challenge, expiresAt: EXPIRES });
  expect(reasonOf(solution, { now: NOW + 20 * MINUTE - 1 })).toBe('none');
  expect(reasonOf(solution, { now: NOW + 20 * MINUTE })).toBe('expired');
  // The puzzle was created by a function whose clock was ahead.
  expect(reasonOf(solution, { now: NOW - MINUTE })).toBe('none');
});

it('refuses a solution for another form of the same account', () => {
  expect(reasonOf(solved(puzzle), { to: formOf() })).toBe('wrong signature');
});

it('refuses a puzzle that was computed in advance, without the service', () => {
  const salt = `${'ab'.repeat(12)}?expires=${EXPIRES}&`;
  const own = createHash('sha256').update(`${salt}1`).digest('hex');
  for (const signature of ['0'.repeat(64), puzzle.signature, own])
    expect(reasonOf(encoded({ algorithm: 'SHA-256', challenge: own, number: 1, salt, signature }))).toBe(
      'wrong signature',
    );
});

it('refuses digits that move between the number and the expiry', () => {
  // Without the closing "&", "…expires=1795177200" with 258 equals "…expires=17951772002" with 58.
  const salt = puzzle.salt.replace('&', '');
  for (const changes of [
    { salt: `${salt}2&`, number: 58 },
    { salt: `${salt}2`, number: 58 },
    { salt, number: 258 },
    { salt: `${puzzle.salt}2`, number: 58 },
    { salt: `${puzzle.salt}expires=9999999999&`, number: 258 },
    { salt: puzzle.salt.replace(String(EXPIRES), `0${EXPIRES}`.slice(0, 10)), number: 258 },
  ])
    expect(['unreadable solution', 'wrong number', 'expired']).toContain(reasonOf(solved(puzzle, changes)));
});

it('refuses a puzzle whose expiry was moved', () => {
  const later = puzzle.salt.replace(String(EXPIRES), String(EXPIRES + 3600));
  expect(reasonOf(solved(puzzle, { salt: later }))).toBe('wrong number');
});

it('ignores a changed maximum, which only makes the search longer or hopeless', () => {
  expect(reasonOf(solved(puzzle, { maxnumber: 1 }))).toBe('none');
  expect(reasonOf(solved(puzzle, { maxnumber: 1e9 }))).toBe('none');
  expect(reasonOf(solved(puzzle, { number: 257, maxnumber: 257 }))).toBe('wrong number');
});

it.each<[string, string | undefined]>([
  ['nothing', undefined],
  ['an empty text', ''],
])('asks for a solution if there is %s', (_, posted) => {
  expect(reasonOf(posted)).toBe('no solution');
});

it.each<[string, string]>([
  ['text that is not Base64', '%%%'],
  ['JSON of another kind', encoded([1])],
  ['JSON without Base64', JSON.stringify({ challenge: puzzle.challenge })],
  ['a list of solutions', JSON.stringify([solved(puzzle), solved(puzzle)])],
  ['another algorithm', solved(puzzle, { algorithm: 'SHA-1' })],
  ['a number as text', solved(puzzle, { number: '258' })],
  ['a number in another form', solved(puzzle, { number: 258.5 })],
  ['a negative number', solved(puzzle, { number: -258 })],
  ['a number beyond exact integers', solved(puzzle, { number: 1e21 })],
  [
    'a challenge in capitals, which would be another key',
    solved(puzzle, { challenge: puzzle.challenge.toUpperCase() }),
  ],
  ['a signature of another length', solved(puzzle, { signature: puzzle.signature.slice(2) })],
  ['a deeply nested value', encoded({ challenge: JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) })],
])('refuses %s', (_, posted) => {
  expect(reasonOf(posted)).toBe('unreadable solution');
});

// A solution can be up to 2,048 characters long.
it.each([
  [2048, 'unreadable solution'],
  [2049, 'solution too long'],
  [8 * 2048, 'solution too long'],
  [250_000, 'solution too long'],
])('reads at most 2,048 characters: %i', (length, reason) => {
  expect(reasonOf('A'.repeat(length))).toBe(reason);
});
