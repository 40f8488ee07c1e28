import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import {
  currentSubmission,
  firstAttempt,
  firstAttemptOf,
  toFirstAttemptJson,
  type FannedOutSubmission,
} from '../../../lambdas/webhooks/delivery/first-attempt.ts';

const NOW = Date.parse('2026-11-22T10:00:01.000Z');
const submission: FannedOutSubmission = {
  account_id: 'acc_1',
  form_id: 'frm_1',
  submission_id: 'sub_1',
  received_at: '2026-11-22T10:00:00.000Z',
  payload: payloadOfPairs([['name', 'Ada']]),
  attachments: [],
};
const CREATED = { created_at: '2026-11-22T10:00:01.000Z' };
/** Returns the JSON payload `[["a","…"]]`, padded to this many bytes. */
const payloadOf = (bytes: number, character = 'x') =>
  payloadOfPairs([['a', character.repeat((bytes - '[["a",""]]'.length) / (character === 'x' ? 1 : 6))]]);

describe('the message for a first attempt', () => {
  it("includes only the submission's own data from the stored item", () => {
    const { attachments: _, ...carried } = submission;
    const row = { ...submission, link_key: 'secret', note: 'private' };
    expect(firstAttemptOf(row, NOW)).toEqual({ ...CREATED, submission: carried });
  });

  it.each([
    ['a file', { attachments: [{}] }],
    ['fields of more than 16 KB', { payload: payloadOf(16 * 1024 + 1) }],
    ['fields that become larger in a message', { payload: payloadOf(16 * 1024 + 6 + 4, 'ü') }],
    ['fields that its record does not contain', { payload: undefined }],
  ])('omits a submission with %s', (_, part) => {
    expect(firstAttemptOf({ ...submission, ...part }, NOW)).toEqual(CREATED);
  });

  it('includes fields of 16 KB', () => {
    const { submission: carried } = firstAttemptOf({ ...submission, payload: payloadOf(16 * 1024) }, NOW);
    expect(carried?.submission_id).toBe('sub_1');
  });

  it('is parsed exactly as it was written', () => {
    const first = firstAttemptOf(submission, NOW);
    expect(firstAttempt.parse(JSON.parse(JSON.stringify(toFirstAttemptJson(first))))).toEqual(first);
  });
});

it.each([
  ['2026-11-22T10:00:02.000Z', 'sub_1'],
  ['2026-11-22T10:00:02.001Z', undefined],
])('makes reading the submission unnecessary for two seconds (at %s)', (at, id) => {
  const first = firstAttemptOf(submission, NOW);
  expect(currentSubmission(first, Date.parse(at))?.submission_id).toBe(id);
});
