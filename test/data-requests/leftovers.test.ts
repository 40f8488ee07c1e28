/**
 * Tests which leftovers an erasure's certificate mentions: messages in dead-letter queues, and failed stream
 * records.
 */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { newAccountId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { certificateOf, type Leftovers } from '../../lambdas/data-requests/certificate.ts';
import { newDataRequest } from '../../lambdas/data-requests/data-request.ts';
import { leftoversStore } from '../../lambdas/data-requests/erasing/leftovers-store.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';

let buckets: TestBuckets;
beforeAll(async () => {
  buckets = await startBuckets();
});
afterAll(() => buckets.stop());

/** Responds like SQS, with these numbers of messages by URL. */
const sqsWith = (messages: Readonly<Record<string, number>>): SQSClient =>
  ({
    send: ({ input: { QueueUrl = '' } }: GetQueueAttributesCommand) =>
      Promise.resolve({ Attributes: { ApproximateNumberOfMessages: String(messages[QueueUrl]) } }),
  }) as unknown as SQSClient;

it('finds messages in any dead-letter queue, and failed records in any bucket', async () => {
  const names = { deadLetterQueues: ['queue', 'dead-letters'], buckets: [buckets.exports] };
  const leftovers = (messages: Readonly<Record<string, number>>) =>
    leftoversStore(sqsWith(messages), buckets.s3, names)();
  expect(await leftovers({ queue: 0, 'dead-letters': 0 })).toEqual({
    deadLetters: false,
    failedRecords: false,
  });
  expect(await leftovers({ queue: 0, 'dead-letters': 2 })).toEqual({
    deadLetters: true,
    failedRecords: false,
  });
  await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.exports, Key: 'aws/lambda/1', Body: '{}' }));
  expect(await leftovers({ queue: 1, 'dead-letters': 0 })).toEqual({
    deadLetters: true,
    failedRecords: true,
  });
});

const ALWAYS = ['2026-01-02T00:00:00.000Z', '2026-01-31T00:00:00.000Z', '2026-02-05T00:00:00.000Z'];
it.each<[Leftovers, string[]]>([
  [{ deadLetters: false, failedRecords: false }, ALWAYS],
  [{ deadLetters: true, failedRecords: false }, [...ALWAYS, '2026-01-15T00:00:00.000Z']],
  // Failed records are kept for as long as log lines.
  [{ deadLetters: false, failedRecords: true }, [...ALWAYS, '2026-01-31T00:00:00.000Z']],
])('certifies until when data remains with %j', (leftovers, until) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const owner = { accountId: newAccountId(systemRandom), key: 'key' };
  const request = newDataRequest({ kind: 'erase', email: 'ada@example.org' }, owner, now, systemRandom);
  const { remains } = certificateOf(request, now, leftovers);
  expect(remains.map((each) => each.until).toSorted()).toEqual(until.toSorted());
});
