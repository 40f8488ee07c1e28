/**
 * Tests a team's own CDK stack that includes the service as a construct: events that a rule routes from AWS
 * to a queue, the canary, and the schedule of the sweeper.
 */
import { jest } from '@jest/globals';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { CfnOutput } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFor } from '../../cli/service-connection.ts';
import { MINUTE } from '../../lambdas/core/clock.ts';
import { freePort } from '../../local/free-port.ts';
import { eventually } from '../support/browser/eventually.ts';
import { untilMails } from '../support/receivers/mail-folder.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startTeamStack, type TeamStack } from '../support/service/team-stack.ts';

/** The SES mailbox simulator bounces e-mails sent to this address. */
const BOUNCING = 'bounce@simulator.amazonses.com';

/** Minutes between sweeps. No other timer in this process has the same interval. */
const SWEEP_MINUTES = 7;

let team: TeamStack;
/** Runs the rule that invokes the sweeper, without waiting until it's due. */
let runSweepRule: () => void;
let receiver: Receiver;
let sqs: SQSClient;
beforeAll(async () => {
  const timers = jest.spyOn(globalThis, 'setInterval');
  [team, receiver] = await Promise.all([
    startTeamStack(
      {
        'svc:eventBus': true,
        'svc:canary': {},
        'svc:mailSender': 'Forms <forms@example.com>',
        'svc:sweepMinutes': SWEEP_MINUTES,
        'svc:webhookMaxAttempts': 1,
      },
      (stack, { eventBus }) => {
        const queue = new Queue(stack, 'Heard');
        new CfnOutput(stack, 'HeardUrl', { value: queue.queueUrl });
        new Rule(stack, 'All', {
          eventBus: eventBus!,
          eventPattern: { source: ['svc.forms'] },
          targets: [new SqsQueue(queue)],
        });
      },
    ),
    startReceiver(),
  ]);
  [runSweepRule] = timers.mock.calls.find(([, milliseconds]) => milliseconds === SWEEP_MINUTES * MINUTE)!;
  timers.mockRestore();
  sqs = new SQSClient(clientFor(team.stack.endpoints.sqs));
});
afterAll(async () => {
  sqs.destroy();
  await receiver.stop();
  await team.stop();
});

const heard: any[] = [];
/**
 * Returns the first event that matches, in any order of arrival. If none arrives, throws an error that lists
 * the received events.
 */
async function event(matches: (detail: any) => boolean): Promise<any> {
  const QueueUrl = team.stack.outputs['HeardUrl'];
  for (const end = Date.now() + 30_000; ;) {
    const found = heard.find(({ detail }) => matches(detail));
    if (found) return found;
    if (Date.now() > end)
      throw new Error(`No event matches: ${JSON.stringify(heard.map(({ detail }) => detail))}`);
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
    );
    for (const { Body, ReceiptHandle } of Messages) {
      heard.push(JSON.parse(Body!));
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}
const post = async (slug: string, fields: Record<string, string>): Promise<string> => {
  const response = await team.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(fields),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
};

it('sends events about forms, submissions, deliveries, and bounced e-mails to rules', async () => {
  const form = await team.manage('POST', '/v1/forms', {
    name: 'Orders',
    challenge: { enabled: false, secret: 'not-to-be-told' },
    notify_emails: [BOUNCING],
  });
  const of = (type: string) => (detail: any) => detail.type === type && detail.data.form_id === form.id;
  const created = await event(of('form.created'));
  expect(created).toMatchObject({
    source: 'svc.forms',
    'detail-type': 'form.created',
    detail: {
      data: {
        account_id: team.demo.account_id,
        form: { name: 'Orders', slug: form.slug, status: 'live', created_at: form.created_at },
      },
    },
  });

  const [good, closed] = [receiver.url, `http://127.0.0.1:${await freePort()}/`];
  const webhooks = `/v1/forms/${form.id}/webhooks`;
  const [taking, refusing] = [
    await team.manage('POST', webhooks, { url: good }),
    await team.manage('POST', webhooks, { url: closed }),
  ];
  // The recipient confirms the address first. The next e-mail to it bounces.
  const [request] = await untilMails(join(team.folder, 'mail'), 1, ({ to }) => to?.[0]?.address === BOUNCING);
  const [link = ''] = /http:\S+\/v1\/confirmations\/\S+/.exec(request!.text!) ?? [];
  expect((await team.request(new URL(link).pathname, { method: 'POST' })).status).toBe(200);
  const id = await post(form.slug, { name: 'Ada' });
  const [submission, succeeded, failed, bounced] = [
    await event(of('submission.created')),
    await event(of('delivery.succeeded')),
    await event(of('delivery.failed')),
    await event(of('email.bounced')),
  ];
  const [webhook] = await receiver.until(1);
  expect(submission.detail.data).toEqual({ account_id: team.demo.account_id, ...webhook!.body.data });
  const { data } = await team.manage('GET', `/v1/forms/${form.id}/submissions?shape=event`);
  expect(submission.detail.id).toBe(data[0].id);
  expect(succeeded.detail.data).toMatchObject({
    delivery_id: webhook!.body.id,
    webhook_id: taking.id,
    submission_id: id,
    last_status_code: 200,
  });
  expect(failed.detail.data).toMatchObject({ webhook_id: refusing.id, attempts: 1, last_status_code: 0 });
  expect(bounced.detail.data).toMatchObject({
    submission_id: id,
    kind: 'notification',
    address: BOUNCING,
    reason: expect.stringMatching(/^permanent/),
  });

  await team.manage('PATCH', `/v1/forms/${form.id}`, { status: 'paused' });
  expect((await event(of('form.updated'))).detail.data.form.status).toBe('paused');
  await team.manage('DELETE', `/v1/forms/${form.id}`);
  expect((await event(of('form.deleted'))).detail.data).toEqual({
    account_id: team.demo.account_id,
    form_id: form.id,
  });
  expect(JSON.stringify(heard)).not.toContain('not-to-be-told');
}, 60_000);

it('publishes an event for spam only when it is released', async () => {
  const { slug } = team.demo.form;
  const response = await team.request(`/v1/f/${slug}`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Bea', _gotcha: 'a bot' }),
  });
  await response.body?.cancel();
  const { data } = await team.manage('GET', `/v1/forms/${team.demo.form.id}/submissions?status=spam`);
  const later = await post(slug, { name: 'Cyd' });
  const ofSubmission = (id: string) => (detail: any) => detail.data.submission_id === id;
  await event(ofSubmission(later));
  expect(heard.filter(({ detail }) => ofSubmission(data[0].id)(detail))).toEqual([]);
  await team.manage('PATCH', `/v1/submissions/${data[0].id}`, { status: 'received' });
  expect((await event(ofSubmission(data[0].id))).detail).toMatchObject({
    type: 'submission.created',
    data: { payload: { name: 'Bea' } },
  });
}, 30_000);

it('publishes changes and deletions even without a webhook, and never announces a submission twice', async () => {
  const form = await team.manage('POST', '/v1/forms', { name: 'Silent' });
  const [kept, gone] = [await post(form.slug, { name: 'Dan' }), await post(form.slug, { name: 'Fay' })];
  const of = (type: string, id: string) => (detail: any) =>
    detail.type === type && detail.data.submission_id === id;
  const created = await event(of('submission.created', kept));
  await event(of('submission.created', gone));
  await team.manage('PATCH', `/v1/submissions/${kept}`, { starred: true, note: 'Call' });
  const updated = await event(of('submission.updated', kept));
  expect(updated.detail).toMatchObject({
    id: `${created.detail.id}_C1`,
    data: {
      account_id: team.demo.account_id,
      form_id: form.id,
      payload: { name: 'Dan' },
      files: [],
      changed: ['starred', 'note'],
      actor: { type: 'key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
    },
  });
  await team.manage('DELETE', `/v1/submissions/${gone}`);
  const deleted = await event(of('submission.deleted', gone));
  expect(deleted.detail.data).toEqual({
    account_id: team.demo.account_id,
    form_id: form.id,
    submission_id: gone,
    deleted_at: deleted.detail.created_at,
    reason: 'deleted',
  });

  await team.manage('PATCH', `/v1/submissions/${kept}`, { status: 'spam' });
  const isStatus = ({ data }: any) => data.submission_id === kept && data.changed?.[0] === 'status';
  expect((await event(isStatus)).detail.data.changed).toEqual(['status']);
  await team.manage('PATCH', `/v1/submissions/${kept}`, { status: 'received' });
  // This change was made after the release, so its event arrives after any event for the release.
  await team.manage('PATCH', `/v1/submissions/${kept}`, { starred: false });
  await event(({ id }) => id === `${created.detail.id}_C4`);
  expect(heard.map(({ detail }) => detail).filter(of('submission.created', kept))).toHaveLength(1);
  expect(heard.map(({ detail }) => detail).filter(of('submission.deleted', gone))).toHaveLength(1);
}, 60_000);

/**
 * Waits until a function's log contains the given number of lines with the message, because logs are written
 * asynchronously.
 */
const logged = (functionName: string, message: string, count: number): Promise<any[]> => {
  const folder = join(team.folder, 'logs');
  const linesOf = (text: string): any[] =>
    text
      .split('\n')
      .filter((line) => line.includes(`"${message}"`))
      .map((line) => JSON.parse(line));
  return eventually(
    () => {
      const file = readdirSync(folder).find((name) => name.startsWith(functionName));
      return Promise.resolve(file === undefined ? [] : linesOf(readFileSync(join(folder, file), 'utf8')));
    },
    (lines) => lines.length >= count,
  );
};

describe('the canary', () => {
  /** Invokes the canary the same way as its schedule does. */
  const run = async (): Promise<{ duration_ms?: number; errorType?: string }> => {
    const lambda = new LambdaClient(clientFor(team.stack.endpoints.lambda));
    const { CanaryFunction, CanaryReceiver } = team.stack.outputs;
    const Payload = JSON.stringify({ receiver_url: CanaryReceiver });
    const answer = await lambda.send(new InvokeCommand({ FunctionName: CanaryFunction, Payload }));
    lambda.destroy();
    return JSON.parse(answer.Payload!.transformToString());
  };
  it('creates its form on the first run, receives its webhook, and measures the time', async () => {
    const [first, second] = [await run(), await run()];
    for (const { duration_ms } of [first, second]) expect(duration_ms).toBeGreaterThan(0);
    const heardRuns = await logged('CanaryRunCanary', 'Canary webhook received', 2);
    expect(heardRuns.map(({ duration_ms }) => duration_ms)).toEqual([first.duration_ms, second.duration_ms]);
  }, 60_000);

  it("doesn't appear in other accounts' lists or quota, or on the event bus", async () => {
    const { data } = await team.manage('GET', '/v1/submissions');
    expect(data.map(({ form_id }: any) => form_id)).not.toContain('frm_CANARY0000');
    const id = await post(team.demo.form.slug, { name: 'Eve' });
    await event(({ data }) => data.submission_id === id);
    expect(JSON.stringify(heard)).not.toContain('CANARY0000');
  }, 30_000);

  it.each([
    ['without a signature', {}],
    [
      'signed by someone else',
      {
        'webhook-id': 'whd_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
    ],
  ])('refuses a webhook %s', async (_, headers) => {
    const body = {
      type: 'submission.created',
      data: { payload: { run: '0b8f3bf2-6a0f-4d7c-9d5e-0f6b0d6a4a11' } },
    };
    const response = await fetchUnchecked(team.stack.outputs['CanaryReceiver']!, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
    expect(await logged('CanaryRunCanary', 'Canary webhook rejected', 1)).not.toEqual([]);
  });
});

it('counts the dead letters of all queues when the schedule of the sweeper is due', async () => {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const QueueUrl = QueueUrls.find((url) => /FormJobs.*DeadLetters/.test(url));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'A job that failed' }));
  runSweepRule();
  const [finished] = await logged('WebhookDeliverySweep', 'Sweep finished', 1);
  expect(finished).toMatchObject({ DeadJobs: 1, dead_letters: { FormJobs: 1 } });
  expect(finished).not.toHaveProperty('LateWork');
}, 30_000);
