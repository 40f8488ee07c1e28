import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { redriveProgram } from '../../cli/redrive/redrive-program.ts';
import { failedRecords } from '../../lambdas/aws/event-sources/failed-records.ts';
import type { EmailJob } from '../../lambdas/emails/email-job.ts';
import { newForm } from '../../lambdas/forms/form.ts';
import { deliveryIdOf, newFormId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { fanOutEmails } from '../../lambdas/outbox/fan-out-emails.ts';
import { submissionChange } from '../../lambdas/submissions/submission-stream.ts';
import { fanOut } from '../simulation/functions.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { operatorIn } from '../support/service/operator.ts';

let chain: DeliveryChain;
let folder: string;
let redrive: ReturnType<typeof operatorIn>;
let lambda: Awaited<ReturnType<typeof startLambda>>;

/** Starts a fake Lambda that returns the given results for the next invocations and records their inputs. */
async function startLambda() {
  const results: { body: string; error?: true }[] = [];
  const invoked: { function: string; event: unknown }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, fn = ''] = /functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? [];
      invoked.push({ function: decodeURIComponent(fn), event: JSON.parse(body) });
      const { body: answer, error } = results.shift() ?? { body: 'null' };
      response.writeHead(200, error && { 'x-amz-function-error': 'Unhandled' }).end(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, results, invoked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  chain = await startDeliveryChain();
  folder = mkdtempSync(join(tmpdir(), 'svc-test-redrive-'));
  redrive = operatorIn(folder, redriveProgram);
  lambda = await startLambda();
  const outputs = { endpoints: { ...chain.endpoints, lambda: lambda.url }, stack_outputs: chain.outputs };
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify(outputs));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  lambda.server.close();
  await chain.stop();
});

const kill = (body: string) =>
  chain.sqs.send(
    new SendMessageCommand({ QueueUrl: chain.outputs['DeliveriesDeadLetters'], MessageBody: body }),
  );
const json = async (...args: string[]) => {
  const ended = await redrive('--local', '--json', ...args);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout);
};

test('shows how many messages are waiting and how many are in dead-letter queues', async () => {
  await kill('one');
  const rows = await json();
  expect(rows).toContainEqual({ queue: 'deliveries', waiting: 0, dead_letters: 1 });
  expect((await redrive('--local')).stdout).toMatch(
    /^QUEUE +WAITING +DEAD LETTERS\n(.*\n)*deliveries +0 +1$/m,
  );
  expect(await json('--queue', 'deliveries')).toEqual({ queue: 'deliveries', moved: 1 });
  await chain.receive();
});

test('moves all dead letters, or a given number of them, back into their queue', async () => {
  const bodies = Array.from({ length: 13 }, (_, index) => `message ${index}`);
  await Promise.all(bodies.map(kill));
  expect(await json('--queue', 'deliveries', '--max', '2')).toEqual({ queue: 'deliveries', moved: 2 });
  const result = await redrive('--local', '--queue', 'deliveries');
  expect(result.stdout).toBe('Moved 11 messages back to the queue "deliveries".\n');
  const back: string[] = [];
  for (let batch = await chain.receive(); batch.length > 0; batch = await chain.receive()) {
    back.push(...batch.map(({ body }) => body));
  }
  expect(back.toSorted()).toEqual(bodies.toSorted());
  expect(await json('--queue', 'deliveries')).toEqual({ queue: 'deliveries', moved: 0 });
});

test('reprocesses failed batches with their original function and deletes the successful ones', async () => {
  const Bucket = chain.outputs['FailedCleanUpsBucket'] ?? '';
  const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:clean-up';
  const put = (name: string, batch: object) =>
    chain.s3.send(new PutObjectCommand({ Bucket, Key: `aws/lambda/${name}`, Body: JSON.stringify(batch) }));
  const batch = (upload: string) => ({ Records: [{ eventName: 'REMOVE', dynamodb: { Keys: upload } }] });
  for (const name of ['a', 'b', 'c'])
    await put(name, { requestContext: { functionArn }, payload: JSON.stringify(batch(name)) });
  await put('d-by-hand', { payload: batch('d') });
  expect(await json()).toContainEqual({ records: 'failedcleanups', failed_batches: 4 });

  lambda.results.push(
    { body: '{"batchItemFailures":[]}' },
    { body: '{"batchItemFailures":[{"itemIdentifier":"1"}]}' },
    { body: '{"errorType":"Runtime.ExitError"}', error: true },
  );
  expect(await json('--records', 'failedcleanups')).toEqual({
    records: 'failedcleanups',
    handled: 1,
    left: 3,
  });
  expect(lambda.invoked).toEqual(
    ['a', 'b', 'c'].map((name) => ({ function: functionArn, event: { ...batch(name), redriven: true } })),
  );
  const { Contents = [] } = await chain.s3.send(new ListObjectsV2Command({ Bucket }));
  expect(Contents.map(({ Key }) => Key)).toEqual(['b', 'c', 'd-by-hand'].map((name) => `aws/lambda/${name}`));

  const ended = await redrive('--local', '--records', 'failedcleanups', '--max', '1');
  expect(ended.stdout).toBe('Processed 1 batches of "failedcleanups". 0 batches failed and remain stored.\n');
});

test('makes the sweeper repeat the fan-out for submissions in a time range', async () => {
  const formId = newFormId(systemRandom);
  const [before, spam, wanted] = [
    { ...(await chain.newSubmission(formId)), received_at: '2026-11-01T00:00:00.000Z' },
    await chain.newSubmission(formId, 'spam'),
    await chain.newSubmission(formId),
  ];
  await chain.put(before);
  const { submissions } = await json(
    '--submissions',
    '--since',
    '2026-11-02',
    '--until',
    '2100-01-01T00:00Z',
  );
  expect(submissions).toBe(1);

  const failed = failedRecords(chain.failedBucket, chain.s3);
  const webhook = await chain.newWebhook('https://hooks.example.org/', formId);
  const form = {
    ...newForm('acc_1', { name: 'Contact', notify_emails: ['owner@example.com'] }, 0, systemRandom),
    form_id: formId,
  };
  const emailJobs: EmailJob[] = [];
  const askForEmails = fanOutEmails({
    findForm: (account, id) => Promise.resolve(account === 'acc_1' && id === formId ? form : undefined),
    queue: (job) => Promise.resolve(void emailJobs.push(job)),
    noticeQuota: () => Promise.resolve(),
  });
  for await (const batch of failed.list()) {
    for (const record of await failed.records(batch)) {
      const change = submissionChange.parse(record);
      await fanOut(chain.fanOutDeps)(change);
      await askForEmails(change.after!);
    }
  }
  expect((await chain.receive()).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {
      delivery_id: deliveryIdOf(webhook.webhook_id, wanted.submission_id),
      first: {
        created_at: expect.any(String),
        submission: {
          account_id: 'acc_1',
          form_id: formId,
          submission_id: wanted.submission_id,
          received_at: wanted.received_at,
          payload: [['name', 'Ada']],
        },
      },
    },
  ]);
  expect(emailJobs).toEqual([{ kind: 'submission', form_id: formId, submission_id: wanted.submission_id }]);
  expect(spam.status).toBe('spam');
});

test.each([
  [['--queue', 'mails'], 1, /^There is no queue "mails"\. Available queues: .*deliveries/],
  [
    ['--records', 'files'],
    1,
    /^There is no bucket of failed records "files"\. Available: .*uncountedsubmissions/,
  ],
  [['--submissions'], 2, /needs --since/],
  [['--since', new Date().toISOString()], 2, /only be used with --submissions/],
  [['--submissions', '--since', 'yesterday'], 2, /Must be an ISO 8601 time/],
  [['--submissions', '--since', '2026-01-01T00:00:00Z'], 2, /at most 30 days ago/],
  [['--queue', 'deliveries', '--max', 'all'], 2, /whole number/],
])('%j exits with %i and the reason', async (args, code, reason) => {
  const ended = await redrive('--local', ...args);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toMatch(reason);
});
