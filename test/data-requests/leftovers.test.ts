/**
 * Tests what remains after an erasure, according to its certificate: messages in dead-letter queues, failed stream
 * records, log lines and backups.
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

/** Responds like SQS with the given number of messages for each URL. */
const sqsWith = (messages: Readonly<Record<string, number>>): SQSClient =>
  ({
    send: ({ input: { QueueUrl = '' } }: GetQueueAttributesCommand) =>
      Promise.resolve({ Attributes: { ApproximateNumberOfMessages: String(messages[QueueUrl]) } }),
  }) as unknown as SQSClient;

it('finds messages in any dead-letter queue and failed records in any bucket', async () => {
  const names = { deadLetterQueues: ['queue', 'dead-letters'], buckets: [buckets.exports] };
  const leftovers = (messages: Readonly<Record<string, number>>) =>
    leftoversStore(sqsWith(messages), buckets.s3, names, { logDays: 7, backupDays: 365 })();
  expect(await leftovers({ queue: 0, 'dead-letters': 0 })).toEqual({
    deadLetters: false,
    failedRecords: false,
    logDays: 7,
    backupDays: 365,
  });
  expect(await leftovers({ queue: 0, 'dead-letters': 2 })).toEqual({
    deadLetters: true,
    failedRecords: false,
    logDays: 7,
    backupDays: 365,
  });
  await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.exports, Key: 'aws/lambda/1', Body: '{}' }));
  expect(await leftovers({ queue: 1, 'dead-letters': 0 })).toEqual({
    deadLetters: true,
    failedRecords: true,
    logDays: 7,
    backupDays: 365,
  });
});

const STREAMS = '2026-01-02T00:00:00.000Z';
const RECOVERY = '2026-02-05T00:00:00.000Z';
const SETTINGS = { logDays: 30, backupDays: undefined };
const NO_FAILURES = { deadLetters: false, failedRecords: false };
it.each<[Leftovers, string[]]>([
  [{ ...NO_FAILURES, ...SETTINGS }, [STREAMS, '2026-01-31T00:00:00.000Z', RECOVERY]],
  [
    { deadLetters: true, failedRecords: false, ...SETTINGS },
    [STREAMS, '2026-01-15T00:00:00.000Z', '2026-01-31T00:00:00.000Z', RECOVERY],
  ],
  // Failed records are kept for as long as these log lines.
  [
    { deadLetters: false, failedRecords: true, ...SETTINGS },
    [STREAMS, '2026-01-31T00:00:00.000Z', '2026-01-31T00:00:00.000Z', RECOVERY],
  ],
  [
    { ...NO_FAILURES, logDays: 365, backupDays: 90 },
    [STREAMS, '2027-01-01T00:00:00.000Z', RECOVERY, '2026-04-01T00:00:00.000Z'],
  ],
  [{ ...NO_FAILURES, logDays: 1, backupDays: undefined }, [STREAMS, STREAMS, RECOVERY]],
])('certifies how long data remains with %j', (leftovers, until) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const owner = { accountId: newAccountId(systemRandom), key: 'key' };
  const request = newDataRequest({ kind: 'erase', email: 'ada@example.org' }, owner, now, systemRandom);
  const { remains } = certificateOf(request, now, leftovers);
  expect(remains.map((each) => each.until)).toEqual(until);
});
