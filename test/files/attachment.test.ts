import { assertLinkValid, toAttachmentViews, type LinkQuery } from '../../lambdas/files/attachment.ts';
import { DAY } from '../../lambdas/core/clock.ts';
import { Forbidden } from '../../lambdas/core/errors/errors.ts';

const now = Date.UTC(2026, 10, 20);
const origin = { baseUrl: 'https://api.example', now };
const attachment = {
  file_id: 'file_1',
  field: 'cv',
  name: 'cv.pdf',
  content_type: 'application/pdf',
  size: 3,
};
const submission = { submission_id: 'sub_1', attachments: [attachment], link_key: 'a key of its own' };

const linkOf = (of: typeof submission): LinkQuery => {
  const [shown] = toAttachmentViews(of, origin);
  return Object.fromEntries(new URL(shown!.url).searchParams);
};

it('shows a file with a link to the service', () => {
  const [shown] = toAttachmentViews(submission, origin);
  expect(shown).toEqual({
    id: 'file_1',
    field: 'cv',
    name: 'cv.pdf',
    content_type: 'application/pdf',
    size: 3,
    url: expect.stringMatching(
      /^https:\/\/api\.example\/v1\/submissions\/sub_1\/files\/file_1\?expires=\d+&signature=[\w-]{43}$/,
    ),
  });
});

it('hides the key', () => {
  expect(JSON.stringify(toAttachmentViews(submission, origin))).not.toContain('a key of its own');
});

it('creates links that are valid for exactly seven days', () => {
  const link = linkOf(submission);
  const isValidAt = (at: number) => () => assertLinkValid(submission, 'file_1', link, at);
  expect(isValidAt(now)).not.toThrow();
  expect(isValidAt(now + 7 * DAY - 1000)).not.toThrow();
  expect(isValidAt(now + 7 * DAY)).toThrow(Forbidden);
});

it.each<[string, typeof submission | undefined, string, LinkQuery]>([
  ['for another file', submission, 'file_2', linkOf(submission)],
  ['for another submission', { ...submission, submission_id: 'sub_2' }, 'file_1', linkOf(submission)],
  ['signed with another key', submission, 'file_1', linkOf({ ...submission, link_key: 'another' })],
  ['with a later expiry', submission, 'file_1', { ...linkOf(submission), expires: '9999999999' }],
  ['without an expiry', submission, 'file_1', { signature: linkOf(submission).signature }],
  ['without a signature', submission, 'file_1', { expires: linkOf(submission).expires }],
  ["for a submission that doesn't exist", undefined, 'file_1', linkOf(submission)],
  [
    'signed without a key, for a submission without files',
    { submission_id: 'sub_1', attachments: [] } as unknown as typeof submission,
    'file_1',
    linkOf({ ...submission, link_key: '' }),
  ],
])('refuses a link %s', (_, of, fileId, link) => {
  expect(() => assertLinkValid(of, fileId, link, now)).toThrow(Forbidden);
});
