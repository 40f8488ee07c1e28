/**
 * Tests what a record from the submissions stream triggers: events for the bus, and details about deletions.
 */
import { requestTraceDeletion } from '../../lambdas/outbox/request-trace-deletion.ts';
import { submissionChangeHandler } from '../../lambdas/outbox/submission-record-handlers.ts';
import type { SubmissionNews } from '../../lambdas/event-bus/submission-news.ts';
import type { DeletedSubmission } from '../../lambdas/submissions/deleted-submission-queue.ts';
import { submissionChange } from '../../lambdas/submissions/submission-stream.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { submissionRecord } from '../support/aws/stream-record.ts';

const DAY = 86_400_000;
const RECORDED = Date.parse('2026-11-20T08:00:00.000Z');
const actor = { type: 'member', id: 'mem_1', name: 'Grace' };

const accepted: Submission = {
  form_id: 'frm_0000000001',
  submission_id: 'sub_000000000101KAEZK100AAAAAAAAAAAAAAAA',
  account_id: 'acc_1',
  received_at: '2026-10-20T08:00:00.000Z',
  status: 'received',
  payload: payloadOfPairs([['name', 'Ada']]),
  attachments: [],
  changes: [],
};
const changed = (change: Partial<Submission>): Submission => ({
  ...accepted,
  version: 1,
  changed_by: JSON.stringify(actor),
  ...change,
});

/** Returns the change from a stream record created at `RECORDED`. */
const recorded = (images: { before?: Submission; after?: Submission }) => {
  const { dynamodb, ...record } = submissionRecord(images);
  return submissionChange.parse({
    ...record,
    dynamodb: { ...dynamodb, ApproximateCreationDateTime: RECORDED / 1000 },
  });
};

describe('the event bus', () => {
  async function newsOf(images: { before?: Submission; after?: Submission }): Promise<SubmissionNews[]> {
    const news: SubmissionNews[] = [];
    const nothing = () => Promise.resolve();
    const handle = submissionChangeHandler({
      toWebhooks: nothing,
      toChangeListeners: nothing,
      toEmails: undefined,
      toEventBus: (each) => Promise.resolve(void news.push(each)),
      deleteTraces: nothing,
      now: () => RECORDED + DAY,
    });
    await handle(recorded(images));
    return news;
  }
  const { form_id, submission_id } = accepted;
  const spam = changed({ status: 'spam' });
  const released = changed({ version: 2 });

  it.each<[string, { before?: Submission; after: Submission }, object[]]>([
    ['is notified about an accepted submission', { after: accepted }, [{ form_id, submission_id }]],
    [
      'is notified about a change, with the time recorded by the stream',
      { before: accepted, after: changed({ starred: true }) },
      [
        {
          form_id,
          submission_id,
          change: { changed: ['starred'], actor, version: 1, at: '2026-11-20T08:00:00.999Z' },
        },
      ],
    ],
    ['is notified about released spam', { before: spam, after: released }, [{ form_id, submission_id }]],
    [
      'is notified once about a submission that was accepted before it was marked as spam',
      { before: { ...spam, counted: true }, after: { ...released, counted: true } },
      [],
    ],
    [
      'is notified about a submission that was marked as spam before its event was sent',
      { before: { ...spam, counted: true, created_event_due: true }, after: { ...released, counted: true } },
      [{ form_id, submission_id }],
    ],
    ["isn't notified about changes to spam", { before: spam, after: changed({ ...spam, note: 'x' }) }, []],
    [
      "isn't notified about writes that change nothing",
      { before: spam, after: { ...spam, created_event_due: true } },
      [],
    ],
    ["isn't notified about imports", { after: { ...accepted, imported_at: accepted.received_at } }, []],
  ])('%s', async (_, images, expected) => {
    expect(await newsOf(images)).toEqual(expected);
  });
});

describe('a deletion', () => {
  async function messagesOf(before: Submission, now: number): Promise<[DeletedSubmission, number][]> {
    const messages: [DeletedSubmission, number][] = [];
    const queue = {
      add: (message: DeletedSubmission, delay: number) =>
        Promise.resolve(void messages.push([message, delay])),
    };
    const change = recorded({ before });
    if (change.event !== 'REMOVE') throw new Error('not a deletion');
    await requestTraceDeletion(queue, () => now)(change);
    return messages;
  }
  const expires_at = RECORDED / 1000 + 60;
  const deletionOf = async (before: Submission, now: number) =>
    (await messagesOf(before, now))[0]![0].deletion;

  it('is not treated as an expiry just because its record arrives late', async () => {
    const deletion = { deleted_at: '2026-11-20T08:00:00.999Z', reason: 'deleted' };
    expect(await deletionOf({ ...accepted, expires_at }, RECORDED + DAY)).toEqual(deletion);
  });

  it('is treated as an expiry if the submission had expired when the stream recorded it', async () => {
    const due = { ...accepted, expires_at: RECORDED / 1000 };
    expect((await deletionOf(due, RECORDED + 200))?.reason).toBe('expired');
  });

  it('gets the current time if its record arrives in the same second', async () => {
    expect((await deletionOf(accepted, RECORDED + 250))?.deleted_at).toBe('2026-11-20T08:00:00.250Z');
  });

  it('is reported only by the first message and is cleaned up again a minute later', async () => {
    const young = { ...accepted, received_at: '2026-11-20T07:59:30.000Z' };
    const messages = await messagesOf(young, RECORDED);
    expect(messages.map(([{ deletion }, delay]) => [deletion?.reason, delay])).toEqual([
      ['deleted', 0],
      [undefined, 60],
    ]);
    expect(await messagesOf(accepted, RECORDED)).toHaveLength(1);
  });
});
