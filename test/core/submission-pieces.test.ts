import {
  importedSubmissionId,
  isSubmissionId,
  newSubmissionId,
  submissionTime,
} from '../../lambdas/core/ids.ts';
import {
  formIdOfPartition,
  partitionsOf,
  pieceOf,
  piecesAfter,
  submissionKey,
} from '../../lambdas/core/submission-pieces.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const FORM = 'frm_0123456789';
const AT = Date.parse('2026-11-01T12:00:00.000Z');
/** Returns the number 3 for a single byte, which chooses a piece, and zeros otherwise. */
const three = (count: number) => new Uint8Array(count).fill(count === 1 ? 3 : 0);

it('contains the piece in the id of a submission', () => {
  const id = newSubmissionId(FORM, AT, three, 8);
  expect(id).toBe('sub_01234567890000000000'.slice(0, 14) + id.slice(14, 24) + '00000000P1ECE0F3');
  expect(isSubmissionId(id)).toBe(true);
  expect(submissionTime(id)).toBe(AT);
  expect(submissionKey({ form_id: FORM, submission_id: id })).toEqual({
    form_id: 'frm_0123456789~3',
    submission_id: id,
  });
});

it('keeps the submissions of other forms in the partition that has the id of the form', () => {
  for (let count = 0; count < 1000; count += 1) {
    const submission_id = newSubmissionId(FORM, AT, systemRandom);
    expect(submissionKey({ form_id: FORM, submission_id })).toEqual({ form_id: FORM, submission_id });
  }
  expect(partitionsOf({ form_id: FORM })).toEqual([FORM]);
});

it('changes a random id that happens to look like the id of a piece', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = Array.from('00000000P1ECE0F3', (character) => alphabet.indexOf(character));
  expect(newSubmissionId(FORM, AT, () => Uint8Array.from(bytes))).toMatch(/P1ECE0F0$/);
  const digest = Uint8Array.from(bytes.slice(4));
  const imported = importedSubmissionId(FORM, AT, { row: 1, digest });
  expect(imported).toMatch(/P1ECE0F0$/);
  expect(pieceOf(imported)).toBe(0);
});

it('spreads new submissions evenly', () => {
  const counts = new Map<number, number>();
  for (let count = 0; count < 8000; count += 1) {
    const piece = pieceOf(newSubmissionId(FORM, AT, systemRandom, 8));
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  // The standard deviation is 30.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
});

it('continues after a submission in its piece and then reads the other pieces', () => {
  const form = { form_id: FORM, pieces: 5 };
  const after = newSubmissionId(FORM, AT, three, 8);
  expect(piecesAfter(form, after)).toEqual([
    { partition: `${FORM}~3`, after },
    { partition: `${FORM}~4`, after: undefined },
  ]);
  expect(piecesAfter(form, undefined).map(({ partition }) => formIdOfPartition(partition))).toEqual(
    Array(5).fill(FORM),
  );
});
