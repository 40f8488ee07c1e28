/** Events for AWS: a team's own stack has the service as a construct, and a rule that leads its events to a queue. */
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { CfnOutput } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { join } from 'node:path';
import { clientFor } from '../../cli/service-connection.ts';
import { freePort } from '../../local/free-port.ts';
import { untilMails } from '../support/receivers/mail-folder.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startTeamStack, type TeamStack } from '../support/service/team-stack.ts';

/** The mailbox simulator of SES sends it back. */
const BOUNCING = 'bounce@simulator.amazonses.com';

let team: TeamStack;
let receiver: Receiver;
let sqs: SQSClient;
beforeAll(async () => {
  [team, receiver] = await Promise.all([
    startTeamStack(
      {
        'svc:eventBus': true,
        'svc:mailSender': 'Forms <forms@example.com>',
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
  sqs = new SQSClient(clientFor(team.stack.endpoints.sqs));
}, 60_000);
afterAll(async () => {
  sqs.destroy();
  await receiver.stop();
  await team.stop();
});

const heard: any[] = [];
/** The first event that satisfies this; events come in any order. One that never comes fails with those that came. */
async function event(matches: (detail: any) => boolean): Promise<any> {
  const QueueUrl = team.stack.outputs['HeardUrl'];
  for (const end = Date.now() + 30_000; ;) {
    const found = heard.find(({ detail }) => matches(detail));
    if (found) return found;
    if (Date.now() > end)
      throw new Error(`It is not among ${JSON.stringify(heard.map(({ detail }) => detail))}`);
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

it('tells rules of a form, its submissions, their deliveries and a bounced e-mail', async () => {
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
  // The address confirms that it wants e-mails, of which the next comes back.
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
    ...{ delivery_id: webhook!.body.id, webhook_id: taking.id, submission_id: id, last_status_code: 200 },
  });
  expect(failed.detail.data).toMatchObject({ webhook_id: refusing.id, attempts: 1, last_status_code: 0 });
  expect(bounced.detail.data).toMatchObject({
    ...{
      submission_id: id,
      kind: 'notification',
      address: BOUNCING,
      reason: expect.stringMatching(/^permanent/),
    },
  });

  await team.manage('PATCH', `/v1/forms/${form.id}`, { status: 'paused' });
  expect((await event(of('form.updated'))).detail.data.form.status).toBe('paused');
  await team.manage('DELETE', `/v1/forms/${form.id}`);
  expect((await event(of('form.deleted'))).detail.data).toEqual({
    ...{ account_id: team.demo.account_id, form_id: form.id },
  });
  expect(JSON.stringify(heard)).not.toContain('not-to-be-told');
}, 60_000);

it('announces spam when it is released, and not before', async () => {
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
