import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { failedRecords } from '../../../lambdas/aws/event-sources/failed-records.ts';
import { redriveDeliveries } from '../../../lambdas/webhooks/delivery/delivery-queue.ts';
import { DAY, HOUR, MINUTE } from '../../../lambdas/core/clock.ts';
import { newDelivery } from '../../../lambdas/webhooks/delivery/delivery.ts';
import { queueChecks } from '../../../lambdas/outbox/watched-queue-store.ts';
import { fanOut, sweep } from '../../simulation/functions.ts';
import { submissionRecord } from '../../support/aws/stream-record.ts';
import { chain, receiver, queued, stored, deliverAll } from './delivery-fixture.ts';

describe('the sweeper', () => {
  const problems: string[] = [];
  const measured: unknown[] = [];
  const redriveAll = () =>
    redriveDeliveries(chain.sqs, [
      {
        queueUrl: chain.outputs['DeliveriesQueue'] ?? '',
        deadLettersUrl: chain.outputs['DeliveriesDeadLetters'] ?? '',
      },
    ]);
  const run = (now = Date.now(), remainingMs = 60_000, checks = {}) =>
    sweep({
      now: () => now,
      deliveries: chain.deliveries,
      queue: chain.queue,
      failed: failedRecords(chain.failedBucket, chain.s3),
      waiting: {
        FailedSubmissions: failedRecords(chain.failedBucket, chain.s3),
        UncountedEmails: { count: () => Promise.resolve(2) },
      },
      handlers: () => fanOut(chain.fanOutDeps),
      checks,
      checkQueues: queueChecks(chain.sqs, chain.stores.db, {
        urlOf: (output) => chain.outputs[output] ?? '',
        countersTable: chain.stores.tables.counters,
      }),
      redrive: redriveAll(),
      resumeRecoveries: () => Promise.resolve([]),
      report: (problem) => void problems.push(problem),
      measure: (values, details) => void measured.push({ ...values, ...details }),
    })(() => remainingMs, [['Deliveries', 'DeadNotifications', 'DeliveriesQueue', 'DeliveriesDeadLetters']]);
  const putBatch = (name: string, Body: string) =>
    chain.s3.send(new PutObjectCommand({ Bucket: chain.failedBucket, Key: `aws/lambda/${name}`, Body }));
  const left = async (): Promise<string[]> => {
    const { Contents = [] } = await chain.s3.send(new ListObjectsV2Command({ Bucket: chain.failedBucket }));
    return Contents.map(({ Key = '' }) => Key);
  };
  beforeEach(() => {
    problems.splice(0);
    measured.splice(0);
  });

  it('measures the records waiting in the buckets for failed records', async () => {
    await putBatch('broken', '{');
    await run();
    expect(measured).toEqual([
      {
        FailedBatches: 3,
        dead_letters: {},
        failed_batches: { FailedSubmissions: 1, UncountedEmails: 2 },
      },
    ]);
    await chain.s3.send(new DeleteObjectCommand({ Bucket: chain.failedBucket, Key: 'aws/lambda/broken' }));
  });

  it('counts and logs the results of the checks and continues if one fails', async () => {
    await run(Date.now(), 60_000, {
      MissedSubmissions: () => Promise.resolve(['whd_1', 'whd_2']),
      StoppedStreams: () => Promise.reject(new Error('Lambda is down')),
    });
    expect(measured).toMatchObject([{ MissedSubmissions: 2, FailedBatches: 2 }]);
    expect(measured[0]).not.toHaveProperty('StoppedStreams');
    expect(problems).toEqual(['MissedSubmissions', 'MissedSubmissions', 'Sweeper check failed']);
    measured.splice(0);
    await run(Date.now(), 60_000, { MissedSubmissions: () => Promise.resolve([]) });
    // A metric costs money in each hour that it has a value.
    expect(measured).toEqual([{ FailedBatches: 2, dead_letters: {}, failed_batches: expect.anything() }]);
  });

  it('restarts a delivery whose message was lost and checks it again later', async () => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.owner_id);
    const made = newDelivery(webhook.webhook_id, submission.submission_id, Date.now() - HOUR);
    await chain.deliveries.create(made);
    await run();
    expect(measured).toMatchObject([{ OverdueDeliveries: 1 }]);
    const [queuedAgain] = await chain.receive();
    expect(JSON.parse(queuedAgain!.body)).toEqual({ delivery_id: made.delivery_id });
    const checkAt = Date.parse((await stored(made.delivery_id)).check_at!);
    expect(checkAt).toBeGreaterThan(Date.now() + 20 * MINUTE);
    await run();
    expect(await chain.receive()).toEqual([]);
    await chain.deliver([queuedAgain!]);
    expect(await stored(made.delivery_id)).toMatchObject({ status: 'succeeded' });
    await run(Date.now() + DAY);
    expect(JSON.stringify(await chain.receive())).not.toContain(made.delivery_id);
  });

  it('requeues the dead letters of deliveries and leaves others for the operator', async () => {
    const target = await receiver();
    const { webhook, id } = await queued(target.url);
    const [first] = await chain.receive();
    const deadLettersUrl = chain.outputs['DeliveriesDeadLetters'] ?? '';
    for (const MessageBody of [first!.body, 'nonsense', '{"delivery":1}']) {
      await chain.sqs.send(new SendMessageCommand({ QueueUrl: deadLettersUrl, MessageBody }));
    }
    expect(await chain.deliveries.find(webhook.webhook_id, id)).toBeUndefined();
    await run();
    // Includes the delivery that this sweep redrives.
    expect(measured).toMatchObject([{ DeadNotifications: 3, dead_letters: { Deliveries: 3 } }]);
    expect(problems).toEqual(['Dead-lettered deliveries redriven']);
    // The redriven message must not contain the payload, which is valid for only two seconds but could stay
    // in the queue for another two weeks.
    const [again] = await chain.receive();
    expect(JSON.parse(first!.body)).toMatchObject({ first: { submission: { payload: expect.anything() } } });
    expect(JSON.parse(again!.body)).toEqual({ delivery_id: id, first: { created_at: expect.any(String) } });
    await chain.deliver([first!]);
    await chain.deliver([again!]);
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(target.received).toHaveLength(1);
    const { Attributes } = await chain.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes?.['ApproximateNumberOfMessagesNotVisible']).toBe('2');
    await chain.sqs.send(new PurgeQueueCommand({ QueueUrl: deadLettersUrl }));
  });

  it('leaves dead letters in place if its time runs out', async () => {
    const deadLettersUrl = chain.outputs['DeliveriesDeadLetters'] ?? '';
    const webhook = await chain.newWebhook('http://127.0.0.1:9/');
    for (let index = 0; index < 12; index += 1) {
      const submission = await chain.newSubmission(webhook.owner_id);
      const { delivery_id } = newDelivery(webhook.webhook_id, submission.submission_id, Date.now());
      const MessageBody = JSON.stringify({ delivery_id });
      await chain.sqs.send(new SendMessageCommand({ QueueUrl: deadLettersUrl, MessageBody }));
    }
    await run(Date.now(), 9999);
    expect(problems).toEqual([]);
    expect(await chain.receive()).toEqual([]);
    // The redrive runs out of time after the first ten deliveries.
    const mayGoOn = [true, false];
    expect(await redriveAll()(500, () => mayGoOn.shift() ?? false)).toBe(10);
    expect(await redriveAll()(500, () => true)).toBe(2);
    expect(await chain.receive()).toHaveLength(10);
    expect(await chain.receive()).toHaveLength(2);
  });

  it("doesn't change deliveries in progress", async () => {
    const target = await receiver(() => 500);
    await queued(target.url);
    await deliverAll();
    await run();
    expect(await chain.receive()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(['text', 'object'])(
    'fans out records that the stream mapping has given up on, with the payload as %s',
    async (kind) => {
      const target = await receiver();
      const webhook = await chain.newWebhook(target.url);
      const submission = await chain.newSubmission(webhook.owner_id);
      const payload = { Records: [submissionRecord({ after: submission })] };
      const body = { requestContext: {}, payload: kind === 'text' ? JSON.stringify(payload) : payload };
      await putBatch('shard/2026/11/20/batch', JSON.stringify(body));
      await run();
      await deliverAll();
      expect(target.received.map((got) => got.body.data['submission_id'])).toEqual([
        submission.submission_id,
      ]);
      expect(await left()).toEqual([]);
    },
  );

  it("keeps a batch that it can't handle and continues with the next one", async () => {
    const target = await receiver();
    const webhook = await chain.newWebhook(target.url);
    const submission = await chain.newSubmission(webhook.owner_id);
    await putBatch('a-bad', 'nonsense');
    await putBatch('b-bad', '{"payload":"{}"}');
    await putBatch(
      'c-good',
      JSON.stringify({ payload: { Records: [submissionRecord({ after: submission })] } }),
    );
    await run();
    await deliverAll();
    expect(target.received).toHaveLength(1);
    expect(await left()).toEqual(['aws/lambda/a-bad', 'aws/lambda/b-bad']);
    expect(problems.filter((each) => each === 'Failed to process submission records')).toHaveLength(2);
    const { Body } = await chain.s3.send(
      new GetObjectCommand({ Bucket: chain.failedBucket, Key: 'aws/lambda/a-bad' }),
    );
    expect(await Body!.transformToString()).toBe('nonsense');
  });
});
