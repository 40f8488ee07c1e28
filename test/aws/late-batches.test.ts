/** Tests that functions report batches that waited too long, in the log line that feeds the `LateWork` alarm. */
import { jest } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import type { StreamEvent } from '../../lambdas/aws/event-sources/late-batches.ts';
import { sqsEvent } from '../support/aws/sqs-event.ts';
import { streamRecord } from '../support/aws/stream-record.ts';

// The logger reads these variables when it is created.
Object.assign(process.env, { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'WARN' });
const { reportLateMessages, reportLateRecords } =
  await import('../../lambdas/aws/event-sources/late-batches.ts');

const NOON = Date.parse('2026-11-20T12:00:00Z');

let lines: unknown[];
beforeEach(() => {
  lines = [];
  Object.assign(process.env, { LATE_AFTER_SECONDS: '900', METRICS_NAMESPACE: 'svc-forms-test' });
  jest.spyOn(console, 'warn').mockImplementation((line) => void lines.push(JSON.parse(String(line))));
});
afterEach(() => {
  delete process.env['LATE_AFTER_SECONDS'];
  delete process.env['METRICS_NAMESPACE'];
  jest.restoreAllMocks();
});

/** Returns an event with messages that were sent this many seconds before noon. */
function messages(...ages: number[]): SQSEvent {
  const event = sqsEvent(...ages.map((age) => [`m${age}`, '{}'] as const));
  event.Records.forEach(({ attributes }, index) => {
    attributes.SentTimestamp = String(NOON - ages[index]! * 1000);
  });
  return event;
}

/** Returns an event with a record that the stream recorded this many seconds before noon. */
function records(age: number, redriven?: boolean): StreamEvent {
  const record = streamRecord(['account_id', 'form_id'], {
    after: { account_id: 'acc_1', form_id: 'frm_1' },
  });
  const dynamodb = { ...record.dynamodb, ApproximateCreationDateTime: NOON / 1000 - age };
  return { Records: [{ ...record, dynamodb }], ...(redriven && { redriven }) } as unknown as StreamEvent;
}

it('reports a batch whose oldest message has reached the limit', () => {
  reportLateMessages(messages(10, 899), NOON);
  expect(lines).toEqual([]);
  reportLateMessages(messages(10, 900), NOON);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'WARN',
      message: 'Batch is late',
      age_s: 900,
      LateWork: 1,
      _aws: {
        Timestamp: NOON,
        CloudWatchMetrics: [
          { Namespace: 'svc-forms-test', Dimensions: [[]], Metrics: [{ Name: 'LateWork', Unit: 'Count' }] },
        ],
      },
    }),
  ]);
});

it('reports late stream records, but not those that an operator redrives', () => {
  reportLateRecords(records(899), NOON);
  reportLateRecords(records(4000, true), NOON);
  expect(lines).toEqual([]);
  reportLateRecords(records(900), NOON);
  expect(lines).toEqual([expect.objectContaining({ age_s: 900, LateWork: 1 })]);
});

it('reports nothing in a function that has its own alarm', () => {
  delete process.env['LATE_AFTER_SECONDS'];
  reportLateMessages(messages(100_000), NOON);
  expect(lines).toEqual([]);
});
