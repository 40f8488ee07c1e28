import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { DayChanges } from '../../lambdas/analytics/day-counts.ts';

process.env['COUNTERS_TABLE'] = 'counters';
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
const { countSubmissions } = await import('../../lambdas/analytics/count-submissions.ts');

const image = (form: string, status: string) => ({
  form_id: { S: form },
  submission_id: { S: 'sub_1' },
  received_at: { S: '2026-11-01T12:00:00.000Z' },
  status: { S: status },
});
const record = (SequenceNumber: string, form: string, status: string, before?: string) => ({
  dynamodb: {
    SequenceNumber,
    NewImage: image(form, status),
    ...(before && { OldImage: image(form, before) }),
  },
});
const eventOf = (...Records: ReturnType<typeof record>[]): DynamoDBStreamEvent => ({ Records });

it('counts each form’s day in one go', async () => {
  const counted: DayChanges[] = [];
  const answer = await countSubmissions({ count: (day) => Promise.resolve(void counted.push(day)) })(
    eventOf(
      record('99', 'a', 'received'),
      record('100', 'b', 'spam'),
      record('101', 'a', 'received', 'spam'),
    ),
  );
  expect(answer).toEqual({ batchItemFailures: [] });
  expect(counted).toMatchObject([
    {
      formId: 'a',
      date: '2026-11-01',
      changes: [
        { received: 1, spam: 0 },
        { received: 1, spam: -1 },
      ],
    },
    { formId: 'b', date: '2026-11-01', changes: [{ received: 0, spam: 1 }] },
  ]);
  const [first, second] = counted[0]!.changes;
  expect(first!.sequence < second!.sequence).toBe(true);
});

it('asks for a day that could not be counted again, from its first record on', async () => {
  const answer = await countSubmissions({
    count: ({ formId }) => (formId === 'b' ? Promise.reject(new Error('throttled')) : Promise.resolve()),
  })(eventOf(record('007', 'a', 'received'), record('008', 'b', 'received'), record('009', 'b', 'received')));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '008' }] });
});

it('fails as a whole on a record that it does not understand, so that the batch is halved', async () => {
  const count = countSubmissions({ count: () => Promise.resolve() });
  await expect(count(eventOf(record('1', 'a', 'lost')))).rejects.toThrow();
});
