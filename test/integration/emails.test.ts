/** From a job to the e-mails: against the real tables and, over HTTP, the runner's stand-in for SES. */
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emailForms } from '../../lambdas/adapters/email-forms.ts';
import { answerLimit, emailLedger } from '../../lambdas/adapters/email-ledger.ts';
import { sesSender } from '../../lambdas/adapters/ses.ts';
import { submissionStore } from '../../lambdas/adapters/submission-store.ts';
import { HOUR, MINUTE, SECOND } from '../../lambdas/domain/clock.ts';
import { mailboxOf } from '../../lambdas/domain/email-address.ts';
import { EmailNotAccepted } from '../../lambdas/domain/emails/email.ts';
import { newForm, type Form, type FormInput } from '../../lambdas/domain/form.ts';
import { payloadOfPairs, type PostedField } from '../../lambdas/domain/payload.ts';
import { systemRandom } from '../../lambdas/domain/random.ts';
import {
  EmailUnderWay,
  tellOfNotice,
  tellOfSubmission,
  type EmailPorts,
} from '../../lambdas/domain/send-emails.ts';
import { newSubmission, storedSubmission, type Submission } from '../../lambdas/domain/submission.ts';
import { startSes, type MailEmulator } from '../../local/ses.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { startStores, type TestStores } from '../support/stores.ts';

let stores: TestStores;
let ses: MailEmulator;
let folder: string;
let now: number;
const reports: string[] = [];

beforeAll(async () => {
  stores = await startStores();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-mail-'));
  ses = await startSes(folder);
  now = Date.UTC(2026, 10, 30, 14, 5);
  reports.length = 0;
});
afterEach(async () => {
  await ses.stop();
  rmSync(folder, { recursive: true });
});
afterAll(() => stores.stop());

const clientOf = (endpoint: string): SESv2Client =>
  new SESv2Client({
    endpoint,
    maxAttempts: 1,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });

const portsTo = (endpoint = ses.endpoint): EmailPorts => ({
  sender: mailboxOf('Forms <forms@example.com>')!,
  now: () => now,
  newClaimant: () => crypto.randomUUID(),
  ledger: emailLedger(stores.db, stores.tables.idempotency),
  answers: answerLimit(stores.db, stores.tables.counters),
  send: sesSender(clientOf(endpoint)),
  findSubmission: submissionStore(stores.db, stores.tables.submissions).find,
  findForm: emailForms(stores.db, stores.tables.forms).find,
  baseUrl: 'https://forms.example',
  report: (problem) => void reports.push(problem),
});

async function storedForm(input: Partial<FormInput> = {}): Promise<Form> {
  const form = newForm('acc_1', { name: 'Contact', ...input }, now, systemRandom);
  await stores.db.send(new PutCommand({ TableName: stores.tables.forms, Item: form }));
  return form;
}

async function posted(
  form: Form,
  fields: PostedField[],
  status: Submission['status'] = 'received',
): Promise<{ kind: 'submission'; form_id: string; submission_id: string }> {
  const rules = { now, random: systemRandom, spamRetentionDays: 30 };
  const submission = newSubmission(form, { status, payload: payloadOfPairs(fields) }, rules);
  const Item = storedSubmission(submission);
  await stores.db.send(new PutCommand({ TableName: stores.tables.submissions, Item }));
  return { kind: 'submission', form_id: form.form_id, submission_id: submission.submission_id };
}

const ADA: PostedField[] = [
  ['name', 'Ada'],
  ['email', 'ada@example.org'],
];
const OWNERS = { notify_emails: ['owner@example.com', 'other@example.com'] };
const ANSWERING = { autoresponder: { enabled: true, subject: 'Thank you, {{name}}', text: 'Soon more.' } };

const recipients = async (): Promise<(string | undefined)[][]> =>
  (await mailsIn(folder)).map(({ to }) => to!.map(({ address }) => address));

it('tells all of notify_emails in one e-mail', async () => {
  const job = await posted(await storedForm(OWNERS), ADA);
  await tellOfSubmission(job, portsTo());
  expect(await recipients()).toEqual([OWNERS.notify_emails]);
});

it('tells of a submission once, however often and at however many places the job comes', async () => {
  const job = await posted(await storedForm({ ...OWNERS, ...ANSWERING }), ADA);
  const first = await Promise.allSettled(Array.from({ length: 20 }, () => tellOfSubmission(job, portsTo())));
  for (const result of first) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(EmailUnderWay);
  }
  // Those that met another at work come again.
  now += 3 * MINUTE;
  for (let times = 0; times < 5; times += 1) await tellOfSubmission(job, portsTo());
  expect((await recipients()).toSorted()).toEqual([['ada@example.org'], OWNERS.notify_emails].toSorted());
});

it('tells nobody of spam, of what was deleted, or of a form that is gone', async () => {
  const form = await storedForm({ ...OWNERS, ...ANSWERING });
  const job = await posted(form, ADA);
  await tellOfSubmission(await posted(form, ADA, 'spam'), portsTo());
  await tellOfSubmission({ ...job, submission_id: `${job.submission_id.slice(0, -1)}0` }, portsTo());
  const elsewhere = newForm('acc_1', { name: 'Gone', ...OWNERS }, now, systemRandom);
  await tellOfSubmission(await posted(elsewhere, ADA), portsTo());
  expect(await recipients()).toEqual([]);
});

it('tells of spam when it is released, and not again after another round of it', async () => {
  const form = await storedForm(OWNERS);
  const job = await posted(form, ADA, 'spam');
  const mark = (status: string) =>
    stores.db.send(
      new UpdateCommand({
        TableName: stores.tables.submissions,
        Key: { form_id: form.form_id, submission_id: job.submission_id },
        UpdateExpression: 'SET #status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status },
      }),
    );
  await tellOfSubmission(job, portsTo());
  expect(await recipients()).toEqual([]);
  await mark('received');
  await tellOfSubmission(job, portsTo());
  await mark('spam');
  await mark('received');
  await tellOfSubmission(job, portsTo());
  expect(await recipients()).toEqual([OWNERS.notify_emails]);
});

describe('an automatic answer', () => {
  it('goes to one address of one form once an hour, whatever races', async () => {
    const form = await storedForm(ANSWERING);
    const jobs = await Promise.all(Array.from({ length: 20 }, () => posted(form, ADA)));
    await Promise.all(jobs.map((job) => tellOfSubmission(job, portsTo())));
    expect(await recipients()).toEqual([['ada@example.org']]);

    await tellOfSubmission(await posted(form, [['email', 'ADA+more@example.org']]), portsTo());
    now += HOUR - SECOND;
    await tellOfSubmission(await posted(form, ADA), portsTo());
    expect(await recipients()).toHaveLength(1);
    now += 3 * SECOND;
    await tellOfSubmission(await posted(form, ADA), portsTo());
    expect(await recipients()).toHaveLength(2);
    // Those that came too early are not made up for.
    await Promise.all(jobs.map((job) => tellOfSubmission(job, portsTo())));
    expect(await recipients()).toHaveLength(2);
  });

  it('counts other addresses and other forms for themselves', async () => {
    const [form, another] = [await storedForm(ANSWERING), await storedForm(ANSWERING)];
    await tellOfSubmission(await posted(form, ADA), portsTo());
    await tellOfSubmission(await posted(form, [['email', 'bob@example.org']]), portsTo());
    await tellOfSubmission(await posted(another, ADA), portsTo());
    expect(await recipients()).toHaveLength(3);
  });

  it.each<[string, PostedField[]]>([
    ['without an address', [['name', 'Ada']]],
    ['with an address that is none', [['email', 'ada@example.org, bob@example.org']]],
    ['with our own address', [['email', 'Forms@example.com']]],
    ['with the address of a machine', [['email', 'mailer-daemon@example.org']]],
  ])('does not go to a submission %s', async (_, fields) => {
    await tellOfSubmission(await posted(await storedForm(ANSWERING), fields), portsTo());
    expect(await recipients()).toEqual([]);
  });

  it('is off unless it is on', async () => {
    const autoresponder = { ...ANSWERING.autoresponder, enabled: false };
    await tellOfSubmission(await posted(await storedForm({ autoresponder }), ADA), portsTo());
    expect(await recipients()).toEqual([]);
  });
});

/** A mail service that answers so, one after the other, and then fails the test. */
async function serviceThatSays(
  ...answers: [status: number, errorType?: string][]
): Promise<{ endpoint: string; asked: () => number; server: Server }> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, type] = answers[asked++] ?? [418];
      const error = type === undefined ? {} : { 'x-amzn-errortype': type };
      response.writeHead(status, { 'content-type': 'application/json', ...error });
      response.end(JSON.stringify(status === 200 ? { MessageId: 'one' } : { message: 'no' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, asked: () => asked, server };
}

describe('when the mail service', () => {
  it('takes nothing at this time, the job fails and the next one sends at once', async () => {
    const { endpoint, server } = await serviceThatSays(
      [403, 'AccessDeniedException'],
      [400, 'SendingPausedException'],
    );
    const job = await posted(await storedForm({ ...OWNERS, ...ANSWERING }), ADA);
    await expect(tellOfSubmission(job, portsTo(endpoint))).rejects.toThrow(EmailNotAccepted);
    await tellOfSubmission(job, portsTo());
    expect(await recipients()).toHaveLength(2);
    server.close();
  });

  it('says that it is too fast, it asks again a little later', async () => {
    const busy = [429, 'TooManyRequestsException'] as [number, string];
    const { endpoint, asked, server } = await serviceThatSays(busy, busy, [200]);
    await tellOfSubmission(await posted(await storedForm(OWNERS), ADA), portsTo(endpoint));
    expect(asked()).toBe(3);
    server.close();
  });

  it('breaks in the middle, a notification is sent again after a while and an answer never', async () => {
    const { endpoint, asked, server } = await serviceThatSays([500], [500]);
    const job = await posted(await storedForm({ ...OWNERS, ...ANSWERING }), ADA);
    await expect(tellOfSubmission(job, portsTo(endpoint))).rejects.toThrow();
    expect(asked()).toBe(2);
    expect(reports).toEqual(['An automatic answer was given up']);
    server.close();

    await expect(tellOfSubmission(job, portsTo())).rejects.toThrow(EmailUnderWay);
    now += 3 * MINUTE;
    await tellOfSubmission(job, portsTo());
    expect(await recipients()).toEqual([OWNERS.notify_emails]);
  });

  it('does not want an address that was typed in, the job is done all the same', async () => {
    const { endpoint, asked, server } = await serviceThatSays([400, 'BadRequestException']);
    const job = await posted(await storedForm(ANSWERING), ADA);
    await tellOfSubmission(job, portsTo(endpoint));
    await tellOfSubmission(job, portsTo(endpoint));
    expect(asked()).toBe(1);
    expect(reports).toEqual(['An automatic answer was given up']);
    server.close();
  });

  it('took an e-mail that cannot be recorded, it is not sent again', async () => {
    const job = await posted(await storedForm(OWNERS), ADA);
    const ports = portsTo();
    const sent = (): Promise<void> => Promise.reject(new Error('the table is away'));
    await tellOfSubmission(job, { ...ports, ledger: { ...ports.ledger, sent } });
    expect(await recipients()).toHaveLength(1);
    expect(reports).toEqual(['An e-mail was sent and that could not be recorded']);
  });
});

it('gives the hour back when an answer could not be sent', async () => {
  const form = await storedForm(ANSWERING);
  const first = await posted(form, ADA);
  const { endpoint, server } = await serviceThatSays([403, 'AccessDeniedException']);
  await expect(tellOfSubmission(first, portsTo(endpoint))).rejects.toThrow(EmailNotAccepted);
  server.close();
  await tellOfSubmission(await posted(form, ADA), portsTo());
  expect(await recipients()).toHaveLength(1);
});

it('tells of a disabled webhook once, and nobody where nobody is to be told', async () => {
  const notice = (of: Form, url: string) => ({
    kind: 'webhook-disabled' as const,
    id: `wh_1-${of.form_id}-2026-11-30T14:05:00.000Z`,
    account_id: of.account_id,
    form_id: of.form_id,
    webhook_id: 'wh_1',
    url,
    failing_since: '2026-11-25T10:00:00.000Z',
    disabled_at: '2026-11-30T14:05:00.000Z',
  });
  const form = await storedForm({ ...OWNERS, name: 'Contact <us>' });
  const disabled = notice(form, 'https://receiver.example/hook?token=secret');
  await tellOfNotice(disabled, portsTo());
  await tellOfNotice(disabled, portsTo());
  await tellOfNotice(notice(await storedForm(), 'https://receiver.example/'), portsTo());
  const [mail, ...others] = await mailsIn(folder);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe('Webhook disabled: Contact <us>');
  expect(mail!.text).toContain('https://receiver.example/hook?… (wh_1)');
  expect(mail!.text).toContain('since 2026-11-25 10:00 UTC');
  expect(mail!.html).not.toMatch(/secret|<us>/);
});

it('leaves nothing but whole messages in the folder', async () => {
  await tellOfSubmission(await posted(await storedForm(OWNERS), ADA), portsTo());
  expect(readdirSync(folder).every((name) => name.endsWith('.eml'))).toBe(true);
});
