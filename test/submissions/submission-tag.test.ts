import { newSubmission, toSubmissionView } from '../../lambdas/submissions/submission.ts';
import { submissionTag } from '../../lambdas/submissions/submission-tag.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { NO_NAMES } from '../../lambdas/submissions/handling/names.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const attachment = {
  file_id: 'file_1',
  field: 'cv',
  name: 'cv.pdf',
  content_type: 'application/pdf',
  size: 3,
};
const stored = (attachments: (typeof attachment)[]) =>
  newSubmission(
    { form_id: 'frm_0123456789', account_id: 'acc_1', retention_days: null },
    { status: 'received', payload: payloadOfPairs([['name', 'Ada']]), attachments },
    { now: noon, random: (count) => new Uint8Array(count), spamRetentionDays: 30 },
  );
const seenAt = (of: ReturnType<typeof stored>, now: number) => {
  const view = toSubmissionView(of, { baseUrl: 'http://api.test', now }, NO_NAMES);
  return { view, tag: submissionTag(of, view, now) };
};

it('ignores the signatures of file links but changes every day before the links expire', () => {
  const of = stored([attachment]);
  const first = seenAt(of, noon);
  const later = seenAt(of, noon + 3_600_000);
  expect(later.view.attachments[0]?.url).not.toBe(first.view.attachments[0]?.url);
  expect(later.tag).toBe(first.tag);
  expect(seenAt(of, noon + 86_400_000).tag).not.toBe(first.tag);
});

it("doesn't change daily without files", () => {
  const of = stored([]);
  expect(seenAt(of, noon + 86_400_000).tag).toBe(seenAt(of, noon).tag);
});
