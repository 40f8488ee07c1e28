/**
 * Kills the service repeatedly while clients submit forms, and checks that no accepted submission is lost or
 * delivered late. Also kills it before it sends replies.
 */
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { mailsIn, untilMails } from '../support/receivers/mail-folder.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startService, type RunningService } from '../support/service/service.ts';

/**
 * If a run is killed during an attempt, a later run retries the delivery when the lease ends, 12 s after the
 * attempt started.
 */
const env = { SVC_TIME_SCALE: '100', SVC_SETTINGS: '{"webhookDeadlineSeconds":2}' };
const KILLS = 4;
/** Each run sends forty submissions, because the delivery list only shows the last fifty. */
const POSTERS = 4;
const POSTS = 10;
/** Number of webhook requests after which a run is killed. */
const SENT_BEFORE_KILL = 12;

let service: RunningService | undefined;
let receiver: Receiver;
/** True if the current run will be killed. */
let dying = true;
afterAll(async () => {
  await Promise.all([service?.stop(), receiver.stop()]);
});

/**
 * In runs that are killed, a third of the deliveries get no response, a third fail, and a third succeed. In
 * the last run, the endpoint accepts every delivery.
 */
function answerTo({ body }: ReceivedWebhook): number | Promise<number> {
  const kind = dying ? body.id.charCodeAt(body.id.length - 1) % 3 : 2;
  return kind === 0 ? new Promise<number>(() => undefined) : kind === 1 ? 500 : 200;
}

it('finishes every delivery within a minute of the last start, no matter how often it was killed', async () => {
  receiver = await startReceiver((_, webhook) => answerTo(webhook));
  service = await startService({ env });
  /** Ids of submissions that got a 201 response. */
  const accepted: string[] = [];
  const webhooks: string[] = [];
  for (let kills = 0; kills < KILLS; kills += 1) {
    const form = await newForm(service);
    webhooks.push(form.webhook);
    const posting = Array.from({ length: POSTERS }, () => postUntilKilled(service!, form.slug, accepted));
    const before = receiver.received.length;
    await receiver.untilOne(({ body }) => body.data['form_id'] === form.id);
    await receiver.until(before + SENT_BEFORE_KILL);
    await service.kill();
    await Promise.all(posting);
    dying = kills + 1 < KILLS;
    service = await startService({ folder: service.folder, env });
  }
  const started = Date.now();
  let open = accepted;
  while (open.length > 0 && Date.now() < started + 60_000) {
    await sleep(250);
    const ended = await endedDeliveries(service, webhooks);
    open = accepted.filter((id) => !ended.has(id));
  }
  expect(open).toEqual([]);
  expect(accepted.length).toBeGreaterThan(KILLS * POSTERS);
  expect(await deadLetters(service)).toEqual({});
}, 120_000);

it('sends every accepted reply exactly once, even if it is killed before it sends them', async () => {
  await service?.stop();
  const running = await startService({ env });
  service = running;
  const { body: form } = await running.manage('POST', '/v1/forms', { name: 'Answered' });
  const fields = new URLSearchParams({ email: 'ada@example.org', subject: 'Opening hours' });
  const posted = await running.request(`/v1/f/${form.slug}`, { method: 'POST', body: fields });
  const { id } = (await posted.json()) as { id: string };
  const texts = ['one', 'two', 'three'];
  for (const text of texts) {
    const reply = await running.manage('POST', `/v1/submissions/${id}/replies`, { text });
    expect(reply.status).toBe(202);
  }
  await running.kill();
  const restarted = await startService({ folder: running.folder, env });
  service = restarted;
  const isReply = ({ subject = '' }: { subject?: string }): boolean => subject === 'Re: Opening hours';
  const folder = join(restarted.folder, 'mail');
  const mails = await untilMails(folder, texts.length, isReply);
  expect(mails.map(({ text = '' }) => text.trim()).toSorted()).toEqual(texts.toSorted());
  const ended = async (): Promise<boolean> => {
    const { body } = await restarted.manage('GET', `/v1/submissions/${id}/replies`);
    return body.data.every(({ status }: { status: string }) => status === 'delivered');
  };
  while (!(await ended())) await sleep(100);
  expect((await mailsIn(folder)).filter(isReply)).toHaveLength(texts.length);
  expect(await deadLetters(restarted)).toEqual({});
});

/** Creates a form with a webhook that points to the receiver. */
async function newForm(running: RunningService): Promise<{ id: string; slug: string; webhook: string }> {
  const { body: form } = await running.manage('POST', '/v1/forms', { name: 'Busy' });
  const { body } = await running.manage('POST', `/v1/forms/${form.id}/webhooks`, { url: receiver.url });
  return { id: form.id, slug: form.slug, webhook: body.id };
}

/**
 * Submits the form until the service stops responding, and collects the ids of submissions that got a 201
 * response.
 */
async function postUntilKilled(running: RunningService, slug: string, accepted: string[]): Promise<void> {
  for (let count = 0; count < POSTS; count += 1) {
    try {
      const body = new URLSearchParams({ count: String(count) });
      const response = await running.request(`/v1/f/${slug}`, { method: 'POST', body });
      expect(response.status).toBe(201);
      accepted.push(((await response.json()) as { id: string }).id);
    } catch {
      return;
    }
  }
}

/** Returns the ids of submissions that were delivered or failed permanently. */
async function endedDeliveries(running: RunningService, webhooks: readonly string[]): Promise<Set<string>> {
  const lists = await Promise.all(
    webhooks.map((id) => running.manage('GET', `/v1/webhooks/${id}/deliveries`)),
  );
  const deliveries = lists.flatMap(({ body }) => body.data as { status: string; submission_id: string }[]);
  const ended = deliveries.filter(({ status }) => ['succeeded', 'failed'].includes(status));
  return new Set(ended.map(({ submission_id }) => submission_id));
}

/** Returns the number of messages in each non-empty dead-letter queue. */
async function deadLetters({ folder }: RunningService): Promise<Record<string, number>> {
  const { endpoints, stack_outputs } = z
    .object({ endpoints: z.object({ sqs: z.string() }), stack_outputs: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8')));
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const sqs = new SQSClient({ endpoint: endpoints.sqs, region: 'us-east-1', credentials });
  const found: Record<string, number> = {};
  for (const [name, QueueUrl] of Object.entries(stack_outputs)) {
    if (!name.endsWith('DeadLetters')) continue;
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    const count = Number(Attributes?.['ApproximateNumberOfMessages']);
    if (count !== 0) found[name] = count;
  }
  sqs.destroy();
  return found;
}
