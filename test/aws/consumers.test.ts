/** Tests that all queue and stream consumers log failures with the error and retry them. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { newSubmissionId, newFormId, newWebhookId, deliveryIdOf } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { setFunctionEnvironment } from '../support/service/handlers.ts';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { sqsEvent } from '../support/aws/sqs-event.ts';
import { formRecord, streamRecord } from '../support/aws/stream-record.ts';

const NOWHERE = 'http://127.0.0.1:1';
const form_id = newFormId(systemRandom);
const submission_id = newSubmissionId(form_id, Date.now(), systemRandom);
const delivery_id = deliveryIdOf(newWebhookId(form_id, systemRandom), submission_id);

beforeAll(() => {
  // No table, bucket or queue is reachable.
  setFunctionEnvironment({ endpoint: NOWHERE });
  // Configure the event bus, as in a stage with the `eventBus` setting.
  process.env['EVENT_BUS'] = 'svc-forms-test';
});

it.each([
  ['webhooks/delivery/deliver', { delivery_id }],
  ['emails/send-email', { kind: 'submission', form_id, submission_id }],
  ['outbox/delete-traces', { account_id: 'acc_1', form_id, submission_id, file_ids: ['file_1'] }],
  ['outbox/announce-submissions', { form_id, submission_id }],
  ['form-jobs/run-form-job', { form_id, kind: 'retention', version: 1, pass: 'first' }],
])("%s logs messages that it can't parse, and messages that it can't handle yet", async (entry, message) => {
  const { handler } = (await import(`../../lambdas/${entry}.ts`)) as {
    handler: (event: SQSEvent) => Promise<SQSBatchResponse>;
  };
  const { result, logged } = await loggedErrorsOf(() =>
    handler(sqsEvent(['unreadable', '{"unknown":true}'], ['good', JSON.stringify(message)])),
  );
  expect(result).toEqual({
    batchItemFailures: [{ itemIdentifier: 'unreadable' }, { itemIdentifier: 'good' }],
  });
  const lines = logged.map((line) => [line.message, line['message_id']]);
  expect(lines.toSorted()).toEqual([
    ['Failed to process queue message', 'good'],
    ['Failed to process queue message', 'unreadable'],
  ]);
  for (const { error } of logged) expect(error.message).not.toBe('');
});

const submission = {
  form_id,
  submission_id,
  account_id: 'acc_1',
  received_at: '2026-11-01T12:00:00.000Z',
  status: 'received',
  payload: [],
};

it.each([
  [
    'outbox/fan-out-submissions',
    streamRecord(['form_id', 'submission_id'], { after: submission }, '2'),
    ['Failed to process stream record'],
  ],
  [
    'outbox/clean-up-uploads',
    streamRecord(
      ['form_id', 'upload_id'],
      { before: { form_id, upload_id: submission_id, file_ids: [] } },
      '2',
    ),
    ['Failed to process stream record'],
  ],
  [
    'webhooks/apps/remove-connection-webhooks',
    streamRecord(
      ['account_id', 'connection_id'],
      { before: { account_id: 'acc_1', connection_id: 'con_1' } },
      '2',
    ),
    ['Failed to process stream record'],
  ],
  [
    'outbox/announce-changes',
    formRecord({ account_id: 'acc_1', form_id }, '2'),
    ['Failed to announce event'],
  ],
  [
    'analytics/count-submissions',
    streamRecord(['form_id', 'submission_id'], { after: submission }, '2'),
    // The form's change marker is part of its counts. The account's marker is a separate item.
    ['Failed to count submissions', 'Failed to update change marker'],
  ],
])(
  "%s logs records that it can't parse, and records that it can't handle yet",
  async (entry, record, phrases) => {
    const { handler } = (await import(`../../lambdas/${entry}.ts`)) as {
      handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
    };
    const unreadable = streamRecord(
      ['form_id', 'upload_id'],
      { after: { form_id: 'form_1', upload_id: 7 } },
      '1',
    );
    const event = { Records: [unreadable, record] } as unknown as DynamoDBStreamEvent;
    const { result, logged } = await loggedErrorsOf(() => handler(event));
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }] });
    expect(logged.map((line) => [line.message, line['sequence']])).toEqual([
      ['Failed to process stream record', '1'],
      ...phrases.map((phrase) => [phrase, '2']),
    ]);
    for (const { error } of logged) expect(error.message).not.toBe('');
  },
);
