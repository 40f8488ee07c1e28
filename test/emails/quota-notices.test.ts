/** Tests the quota notices sent to an account's owner. */
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { dueQuotaNotices, quotaNotices, type QuotaNoticeJob } from '../../lambdas/emails/quota-notice.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { fanOutEmails } from '../../lambdas/outbox/fan-out-emails.ts';
import { EmailWorld } from './email-world.ts';

const NOW = Date.UTC(2026, 10, 30, 14, 5);
const account = { account_id: 'acc_1', email: 'boss@example.com', plan: 'free' as const };
const percentsAt = (used: number, monthly_quota?: number, email: string | undefined = account.email) =>
  dueQuotaNotices({ account: { ...account, monthly_quota, email }, used }, defaultPlans, NOW).map(
    ({ percent }) => percent,
  );

it.each<[used: number, quota: number | undefined, number[]]>([
  [79, undefined, []],
  [80, undefined, [80]],
  [99, undefined, [80]],
  [100, undefined, [80, 100]],
  // Usage can already exceed the quota if the quota has been lowered.
  [150, undefined, [80, 100]],
  [3, 4, []],
  [4, 4, [100]],
  [7, 10, []],
  [8, 10, [80]],
  [10, 10, [80, 100]],
  [0, 0, []],
])('with %i of %s submissions used, sends the notices %j', (used, quota, expected) => {
  expect(percentsAt(used, quota)).toEqual(expected);
});

it("sends no notice without an owner's address", () => {
  const { email: _, ...nobody } = account;
  expect(dueQuotaNotices({ account: nobody, used: 100 }, defaultPlans, NOW)).toEqual([]);
});

it('queues a notice once per process, but again if the queue refuses it', async () => {
  const queued: QuotaNoticeJob[] = [];
  let isDown = true;
  const notice = quotaNotices({
    findUsage: () => Promise.resolve({ account, used: 85 }),
    plans: defaultPlans,
    now: () => NOW,
    queue: (job) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(void queued.push(job))),
  });
  await expect(notice('acc_1', 'frm_1')).rejects.toThrow('down');
  isDown = false;
  await notice('acc_1', 'frm_1');
  await notice('acc_1', 'frm_1');
  expect(queued).toEqual([
    {
      kind: 'quota-notice',
      account_id: 'acc_1',
      month: '2026-11',
      percent: 80,
      used: 85,
      limit: 100,
      form_id: 'frm_1',
    },
  ]);
});

it.each([
  ['new and not near the quota', true, undefined, 0],
  ['new and near the quota', true, true, 1],
  ['released from spam', false, undefined, 1],
] as const)('checks the quota after a submission that is %s: %#', async (_, isNew, near_quota, times) => {
  const noticed: string[] = [];
  const ask = fanOutEmails({
    findForm: () => Promise.resolve(undefined),
    queue: () => Promise.resolve(),
    noticeQuota: (accountId) => Promise.resolve(void noticed.push(accountId)),
  });
  const submission = {
    account_id: 'acc_1',
    form_id: 'frm_1',
    submission_id: 'sub_1',
    received_at: '2026-11-30T14:05:00.000Z',
    status: 'received' as const,
    attachments: [],
    ...(near_quota && { near_quota }),
  };
  await ask(submission, { isNew });
  await ask(submission, { isNew });
  // Repeating the call within a batch doesn't send the notice again.
  expect(noticed).toHaveLength(times);
});

describe('an e-mail', () => {
  let world: EmailWorld;
  beforeAll(async () => {
    world = await EmailWorld.start();
  });
  beforeEach(() => world.renew());
  afterAll(() => world.stop());

  const job = (percent: 80 | 100, month = '2026-11'): QuotaNoticeJob => ({
    kind: 'quota-notice',
    account_id: world.accountId,
    month,
    percent,
    used: percent * 100,
    limit: 10_000,
  });

  it('is sent once per month and threshold, and states the numbers', async () => {
    await Promise.allSettled(Array.from({ length: 10 }, () => sendJobEmails(job(80), world.deps())));
    world.now += 180_000;
    for (const each of [job(80), job(100), job(100), job(80, '2026-12')])
      await sendJobEmails(each, world.deps());
    const mails = await world.mails();
    expect(mails.map(({ to }) => to![0]!.address)).toEqual(Array(3).fill('boss@example.com'));
    const [first] = mails.filter(({ subject }) => subject?.includes('80%'));
    expect(first!.subject).toBe('Acme has used 80% of this month’s submissions');
    expect(first!.text).toContain('Submissions used: 8,000 of 10,000.');
    expect(first!.text).toContain('/console/usage');
    const [full] = mails.filter(({ subject }) => subject?.includes('100%'));
    expect(full!.text).toContain('won’t accept submissions until December 1, 2026 (UTC)');
  });
});
