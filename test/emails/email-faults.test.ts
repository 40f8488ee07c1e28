/**
 * E-mails while the tables and SES fail: each call in turn, from the stored submission to its e-mails, fails in each
 * way, alone or with all calls after it. What fails is handed over again, as stream and queue do. The rules:
 * - the form's owners are notified of each accepted submission once; a second time only when SES did not respond, or
 *   when it could not be recorded that it accepted the e-mail and the job comes again;
 * - the submitter gets at most one autoresponse, and exactly one after any single call that was refused;
 * - spam sends no e-mail.
 */
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import type { EmailDeps } from '../../lambdas/emails/send-at-least-once.ts';
import type { sendEmail as SendEmail } from '../../lambdas/emails/send-email.ts';
import { fanOutEmails } from '../../lambdas/emails/fan-out-emails.ts';
import { MINUTE, SECOND } from '../../lambdas/core/clock.ts';
import type { StreamedSubmission } from '../../lambdas/submissions/submission-stream.ts';
import type { EmailJob } from '../../lambdas/emails/email-job.ts';
import {
  startFaultyDynamoDb,
  startFaultySes,
  type Fault,
  type FaultyService,
} from '../support/emulators/faulty-service.ts';
import { takeEnvironment } from '../support/service/handlers.ts';
import { ADA, ANSWERING, documentsAt, EmailWorld } from './email-world.ts';

const OWNERS = { notify_emails: ['owner@example.com'] };

let world: EmailWorld;
let tables: FaultyService;
let ses: FaultyService;
let sendEmail: typeof SendEmail;
let documents: DocumentClient;
/** Those of the test. */
let deps: EmailDeps;

beforeAll(async () => {
  world = await EmailWorld.start();
  tables = await startFaultyDynamoDb(world.stores.endpoint);
  documents = documentsAt(tables.endpoint);
  takeEnvironment(world.stores);
  ({ sendEmail } = await import('../../lambdas/emails/send-email.ts'));
});
beforeEach(async () => {
  await world.renew();
  ses = await startFaultySes(world.sesEndpoint);
  deps = world.deps({ db: documents, ses: ses.endpoint });
});
afterEach(() => ses.stop());
afterAll(async () => {
  await tables.stop();
  await world.stop();
});

/** What fails gets another try, and by then the outage is over. */
async function handedOver(times: number, handle: (time: number) => Promise<void>): Promise<void> {
  for (let time = 1; ; time += 1) {
    try {
      await handle(time);
      return;
    } catch (error) {
      if (time === times) throw error;
      tables.heal();
      ses.heal();
    }
  }
}

/** The jobs that come of an accepted submission, as often as the stream hands it over. */
async function jobsOf(accepted: StreamedSubmission): Promise<EmailJob[]> {
  const jobs: EmailJob[] = [];
  const queue = (job: EmailJob): Promise<void> => Promise.resolve(void jobs.push(job));
  const { findForm } = deps;
  const noticeQuota = (): Promise<void> => Promise.resolve();
  await handedOver(2, () => fanOutEmails({ findForm, queue, noticeQuota })(accepted));
  return jobs;
}

/** Hands a job over until it is done, as late each time as its function wants it, and at most as often as the queue. */
async function work(job: EmailJob): Promise<void> {
  await handedOver(5, async (time) => {
    const queue = {
      comeBackIn: (seconds: number): Promise<void> => Promise.resolve(void (world.now += seconds * SECOND)),
    };
    const attributes = { ApproximateReceiveCount: String(time) };
    await sendEmail({ emails: deps, queue })(job, { receiptHandle: '', attributes });
  });
}

/** Notification and answer go side by side: which of the later calls comes first differs. */
const TABLE_CALLS = [
  ...['GetItem', 'GetItem', 'GetItem', 'GetItem', 'BatchGetItem', 'BatchGetItem'],
  ...['PutItem', 'PutItem', 'PutItem', 'UpdateItem', 'UpdateItem'],
  // Each e-mail is in the log before it is sent, and marked as sent afterwards.
  ...['UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
];
const SES_CALLS = ['SendEmail', 'SendEmail'];

/** Tells of one submission to a form that notifies and answers, from the record of the stream on. */
async function tell(): Promise<void> {
  const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
  const jobs = await jobsOf(await world.stored(form, ADA));
  expect(jobs).not.toEqual([]);
  for (const job of jobs) await work(job);
  // The queue may hand a message over that was done, long after.
  world.now += 3 * MINUTE;
  for (const job of jobs) await work(job);
}

async function told(): Promise<{ notifications: number; answers: number; others: number }> {
  const recipients = (await world.recipients()).map((addresses) => addresses.join());
  const to = (address: string): number => recipients.filter((each) => each === address).length;
  const notifications = to(OWNERS.notify_emails.join());
  const answers = to('ada@example.org');
  return { notifications, answers, others: recipients.length - notifications - answers };
}

const FAULTS: Fault[] = ['throttle', 'lost-answer', 'hang-up'];
const failing = (calls: readonly string[]) =>
  FAULTS.flatMap((fault) =>
    calls.flatMap((_, index) =>
      // An outage without a response is like one that is refused.
      (fault === 'hang-up' ? [false] : [false, true]).map((andAllAfter) =>
        failure(fault, index + 1, andAllAfter),
      ),
    ),
  );
const failure = (fault: Fault, ordinal: number, andAllAfter = false) => ({
  fault,
  ordinal,
  andAllAfter,
  extent: andAllAfter ? 'and all calls after it' : 'alone',
});

it('makes the calls that fail below, and no others', async () => {
  tables.fail(Infinity, 'throttle');
  ses.fail(Infinity, 'throttle');
  await tell();
  // The job that comes a last time finds all done.
  const again = [
    ...['GetItem', 'GetItem', 'GetItem', 'BatchGetItem', 'BatchGetItem', 'PutItem', 'PutItem'],
    ...['UpdateItem', 'UpdateItem'],
  ];
  expect(tables.heal().toSorted()).toEqual([...TABLE_CALLS, ...again].toSorted());
  expect(ses.heal()).toEqual(SES_CALLS);
  expect(await told()).toEqual({ notifications: 1, answers: 1, others: 0 });
});

// To the rules, silence is a connection that is closed after the client's whole time: a read and a write stand for all.
it.each([...failing(TABLE_CALLS), failure('silence', 1), failure('silence', 8)])(
  'holds with $fault of the tables at call $ordinal $extent',
  async ({ fault, ordinal, andAllAfter }) => {
    tables.fail(ordinal, fault, andAllAfter);
    await tell();
    const failed = tables.heal()[ordinal - 1];
    expect(failed).toBeDefined();
    const { notifications, answers, others } = await told();
    expect(others).toBe(0);
    expect(notifications).toBeGreaterThanOrEqual(1);
    // One of those calls notes that the e-mail was sent.
    expect(notifications).toBeLessThanOrEqual(failed === 'UpdateItem' || andAllAfter ? 2 : 1);
    expect(answers).toBeLessThanOrEqual(1);
    if (fault === 'throttle' && !andAllAfter) expect(answers).toBe(1);
  },
  30_000,
);

it.each([...failing(SES_CALLS), failure('silence', 1), failure('silence', 2)])(
  'holds with $fault of SES at call $ordinal $extent',
  async ({ fault, ordinal, andAllAfter }) => {
    ses.fail(ordinal, fault, andAllAfter);
    await tell();
    ses.heal();
    const { notifications, answers, others } = await told();
    expect(others).toBe(0);
    expect(notifications).toBeGreaterThanOrEqual(1);
    expect(notifications).toBeLessThanOrEqual(fault === 'lost-answer' ? 2 : 1);
    expect(answers).toBeLessThanOrEqual(1);
    if (fault === 'throttle') expect(answers).toBe(1);
  },
  30_000,
);

it.each([...FAULTS, 'silence'] satisfies Fault[])('sends nothing for spam, %s or not', async (fault) => {
  const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
  const job = await world.posted(form, ADA, 'spam');
  for (const ordinal of [1, 2]) {
    tables.fail(ordinal, fault);
    await work(job);
    tables.heal();
  }
  expect(await world.mails()).toEqual([]);
});

it('notifies of every submission after an outage of everything', async () => {
  const form = await world.storedForm(OWNERS);
  const jobs = await Promise.all(Array.from({ length: 5 }, () => world.posted(form, ADA)));
  tables.fail(8, 'throttle', true);
  ses.fail(1, 'throttle', true);
  for (const job of jobs) await work(job);
  expect(await told()).toEqual({ notifications: 5, answers: 0, others: 0 });
});
