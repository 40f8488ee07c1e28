/** Tests the function that sends e-mails with events from its queue. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recipientIdOf } from '../../lambdas/forms/recipients/recipient.ts';
import { recipientStore } from '../../lambdas/forms/recipients/recipient-store.ts';
import { newForm } from '../../lambdas/forms/form.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newSubmission, toSubmissionItem } from '../../lambdas/submissions/submission.ts';
import { startSes, type MailEmulator } from '../../local/ses/ses-emulator.ts';
import { setFunctionEnvironment } from '../support/service/handlers.ts';
import { mailsIn } from '../support/receivers/mail-folder.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { sqsEvent } from '../support/aws/sqs-event.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let ses: MailEmulator;
let sqs: Server;
let folder: string;
let accountId: string;
let handler: (event: SQSEvent) => Promise<SQSBatchResponse>;
/** Records the calls that postpone failed messages. */
const postpone: { ReceiptHandle: string; VisibilityTimeout: number }[] = [];

beforeAll(async () => {
  stores = await startStores();
  ({ accountId } = await newAccount(stores));
  folder = mkdtempSync(join(tmpdir(), 'svc-test-mail-'));
  ses = await startSes(folder);
  sqs = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      postpone.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(sqs, 'listening');
  const { port } = sqs.address() as AddressInfo;
  setFunctionEnvironment(stores, { ses: ses.endpoint, sqs: `http://127.0.0.1:${port}` });
  process.env['EMAILS_QUEUE_URL'] = `http://127.0.0.1:${port}/000000000000/emails`;
  ({ handler } = await import('../../lambdas/emails/send-email.ts'));
});
afterAll(async () => {
  sqs.close();
  await ses.stop();
  await stores.stop();
  rmSync(folder, { recursive: true });
});

async function submissionTo(address: string): Promise<string> {
  const now = Date.now();
  const form = newForm(accountId, { name: 'Contact', notify_emails: [address] }, now, systemRandom);
  const submission = newSubmission(
    form,
    { status: 'received', payload: payloadOfPairs([['name', 'Ada']]) },
    { now, random: systemRandom, spamRetentionDays: 30 },
  );
  await recipientStore(stores.db, stores.tables.recipients).add('acc_1', address, 'key');
  await recipientStore(stores.db, stores.tables.recipients).confirm(
    { ...form, recipient_id: recipientIdOf('acc_1', address) },
    now,
  );
  const put = (TableName: string, Item: object) => stores.db.send(new PutCommand({ TableName, Item }));
  await put(stores.tables.accounts, {
    account_id: 'acc_1',
    name: 'Acme',
    plan: 'pro',
    cursor_key: 'key',
    created_at: '',
  });
  await put(stores.tables.forms, form);
  await put(stores.tables.submissions, toSubmissionItem(submission));
  const { form_id, submission_id } = submission;
  return JSON.stringify({ kind: 'submission', form_id, submission_id });
}

it('sends as many e-mails as possible and reports the messages that failed', async () => {
  const first = await submissionTo('first@example.com');
  const second = await submissionTo('second@example.com');
  const { batchItemFailures } = await handler(
    sqsEvent(['a', first], ['b', 'no job'], ['c', '{"kind":"unknown"}'], ['d', first], ['e', second]),
  );
  // When two messages request the same e-mail, one of them can fail because the other is still sending it.
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  expect(failed).toEqual(expect.arrayContaining(['b', 'c']));
  expect(failed).not.toContain('e');
  const told = (await mailsIn(folder)).map(({ to }) => to![0]!.address);
  expect(told.toSorted()).toEqual(['first@example.com', 'second@example.com']);
});

it('retries a failed job with increasing delays', async () => {
  const job = await submissionTo('third@example.com');
  postpone.length = 0;
  await ses.stop();
  for (const received of [1, 2, 3, 4, 5]) {
    const { batchItemFailures } = await handler(sqsEvent(['a', job, received]));
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'a' }]);
  }
  expect(postpone.map(({ VisibilityTimeout }) => VisibilityTimeout)).toEqual([30, 120, 480, 1920, 1920]);
  expect(postpone[0]!.ReceiptHandle).toBe('receipt of a');
});
