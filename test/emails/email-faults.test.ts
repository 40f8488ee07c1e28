/**
 * Tests e-mails while the tables and SES fail. Each call between storing the submission and sending its
 * e-mails fails in every way, either on its own or together with all later calls. Failed messages are
 * redelivered, as the stream and the queue do. The rules:
 * - The form's owners are notified once about each accepted submission. They only get a second notification
 *   if SES did not respond, or if the service couldn't record that SES accepted the e-mail and repeats the
 *   job.
 * - The submitter gets at most one autoresponse, and exactly one if only a single call is refused.
 * - Spam triggers no e-mail.
 */
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import type { EmailDeps } from '../../lambdas/emails/send-at-least-once.ts';
import type { sendEmail as SendEmail } from '../../lambdas/emails/send-email.ts';
import { fanOutEmails } from '../../lambdas/outbox/fan-out-emails.ts';
import { MINUTE, SECOND } from '../../lambdas/core/clock.ts';
import type { StreamedSubmission } from '../../lambdas/submissions/submission-stream.ts';
import type { EmailJob } from '../../lambdas/emails/email-job.ts';
import {
  startFaultyDynamoDb,
  startFaultySes,
  type Fault,
  type FaultyService,
} from '../support/emulators/faulty-service.ts';
import { setFunctionEnvironment } from '../support/service/handlers.ts';
import { ADA, ANSWERING, documentsAt, EmailWorld } from './email-world.ts';

const OWNERS = { notify_emails: ['owner@example.com'] };

let world: EmailWorld;
let tables: FaultyService;
let ses: FaultyService;
let sendEmail: typeof SendEmail;
let documents: DocumentClient;
let deps: EmailDeps;

beforeAll(async () => {
  world = await EmailWorld.start();
  tables = await startFaultyDynamoDb(world.stores.endpoint);
  documents = documentsAt(tables.endpoint);
  setFunctionEnvironment(world.stores);
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

/**
 * Calls the handler until it succeeds, like a source that redelivers failed messages. The outage ends before
 * the first redelivery.
 */
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

/** Returns the jobs queued for an accepted submission, including redeliveries by the stream. */
async function jobsOf(accepted: StreamedSubmission): Promise<EmailJob[]> {
  const jobs: EmailJob[] = [];
  const queue = (job: EmailJob): Promise<void> => Promise.resolve(void jobs.push(job));
  const { findForm } = deps;
  const noticeQuota = (): Promise<void> => Promise.resolve();
  await handedOver(2, () => fanOutEmails({ findForm, queue, noticeQuota })(accepted));
  return jobs;
}

/**
 * Runs a job until it succeeds, using the retry delays that its function requests. Makes no more attempts
 * than the queue would.
 */
async function work(job: EmailJob): Promise<void> {
  await handedOver(5, async (time) => {
    const queue = {
      comeBackIn: (seconds: number): Promise<void> => Promise.resolve(void (world.now += seconds * SECOND)),
    };
    const attributes = { ApproximateReceiveCount: String(time) };
    await sendEmail({ emails: deps, log: () => undefined, queue })(job, { receiptHandle: '', attributes });
  });
}

/** The notification and the autoresponse run in parallel, so the order of later calls varies. */
const TABLE_CALLS = [
  ...['GetItem', 'GetItem', 'GetItem', 'GetItem', 'BatchGetItem', 'BatchGetItem'],
  ...['PutItem', 'PutItem', 'PutItem', 'UpdateItem', 'UpdateItem'],
  // Each e-mail is logged before it is sent, then marked as sent.
  ...['UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
];
const SES_CALLS = ['SendEmail', 'SendEmail'];

/**
 * Processes one submission to a form with a notification and an autoresponse, from the stream record to the
 * e-mails.
 */
async function tell(): Promise<void> {
  const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
  const jobs = await jobsOf(await world.stored(form, ADA));
  expect(jobs).not.toEqual([]);
  for (const job of jobs) await work(job);
  // The queue can redeliver a completed message after a long delay.
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
      // When no call gets a response, the outcome is the same as when every call is refused.
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

it('makes exactly the calls that the following tests cause to fail', async () => {
  tables.fail(Infinity, 'throttle');
  ses.fail(Infinity, 'throttle');
  await tell();
  // The job's last run finds no work left to do.
  const again = [
    ...['GetItem', 'GetItem', 'GetItem', 'BatchGetItem', 'BatchGetItem', 'PutItem', 'PutItem'],
    ...['UpdateItem', 'UpdateItem'],
  ];
  expect(tables.heal().toSorted()).toEqual([...TABLE_CALLS, ...again].toSorted());
  expect(ses.heal()).toEqual(SES_CALLS);
  expect(await told()).toEqual({ notifications: 1, answers: 1, others: 0 });
});

// For these rules, a service that doesn't respond is equivalent to one that closes the connection after the
// client's full timeout. Testing one read and one write is enough.
it.each([...failing(TABLE_CALLS), failure('silence', 1), failure('silence', 8)])(
  'recovers from $fault of the tables at call $ordinal $extent',
  async ({ fault, ordinal, andAllAfter }) => {
    tables.fail(ordinal, fault, andAllAfter);
    await tell();
    const failed = tables.heal()[ordinal - 1];
    expect(failed).toBeDefined();
    const { notifications, answers, others } = await told();
    expect(others).toBe(0);
    expect(notifications).toBeGreaterThanOrEqual(1);
    // One of the `UpdateItem` calls records that the e-mail was sent.
    expect(notifications).toBeLessThanOrEqual(failed === 'UpdateItem' || andAllAfter ? 2 : 1);
    expect(answers).toBeLessThanOrEqual(1);
    if (fault === 'throttle' && !andAllAfter) expect(answers).toBe(1);
  },
  30_000,
);

it.each([...failing(SES_CALLS), failure('silence', 1), failure('silence', 2)])(
  'recovers from $fault of SES at call $ordinal $extent',
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

it.each([...FAULTS, 'silence'] satisfies Fault[])(
  'sends nothing for spam, even with this fault: %s',
  async (fault) => {
    const form = await world.storedForm({ ...OWNERS, ...ANSWERING });
    const job = await world.posted(form, ADA, 'spam');
    for (const ordinal of [1, 2]) {
      tables.fail(ordinal, fault);
      await work(job);
      tables.heal();
    }
    expect(await world.mails()).toEqual([]);
  },
);

it('sends the notification of every submission after a complete outage', async () => {
  const form = await world.storedForm(OWNERS);
  const jobs = await Promise.all(Array.from({ length: 5 }, () => world.posted(form, ADA)));
  tables.fail(8, 'throttle', true);
  ses.fail(1, 'throttle', true);
  for (const job of jobs) await work(job);
  expect(await told()).toEqual({ notifications: 5, answers: 0, others: 0 });
});
