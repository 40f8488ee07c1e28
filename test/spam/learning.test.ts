/**
 * Tests how the spam model learns from spam marks, with the real tables and stream records that arrive late,
 * more than once, out of order or concurrently.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { changeMarkerStore } from '../../lambdas/aws/change-marker-store.ts';
import { dayCounterStore } from '../../lambdas/analytics/day-counter-store.ts';
import { learnedMarksReader, modelUpdate, wordModelKey } from '../../lambdas/spam/word-model-store.ts';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { streamRecord, type StreamRecord } from '../support/aws/stream-record.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

for (const name of ['COUNTERS_TABLE', 'FORM_JOBS_TABLE', 'FORM_JOBS_QUEUE_URL']) process.env[name] = name;
const { countSubmissions } = await import('../../lambdas/analytics/count-submissions.ts');

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const tellIndexes = () => Promise.resolve();
type Count = ReturnType<typeof countSubmissions>;
const counting = (): Count => {
  const table = stores.tables.counters;
  return countSubmissions({
    ...dayCounterStore(stores.db, table, () => Date.parse('2026-11-05')),
    ...changeMarkerStore(stores.db, table),
    tellIndexes,
    learnWrite: (formId, lessons) => modelUpdate(stores.db, table, formId, lessons),
  });
};
const eventOf = (records: readonly StreamRecord[]) =>
  ({ Records: records }) as unknown as DynamoDBStreamEvent;

/**
 * Acts like the event source: after a failure, redelivers the records starting from the first failed one.
 */
async function deliver(records: readonly StreamRecord[], count = counting()): Promise<void> {
  for (let rest = records; rest.length > 0;) {
    const { result } = await loggedErrorsOf(() => count(eventOf(rest)));
    const failed = result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    const from = rest.findIndex(({ dynamodb }) => failed.includes(dynamodb.SequenceNumber));
    rest = from === -1 ? [] : rest.slice(from);
  }
}

const marksOf = (formId: string) => learnedMarksReader(stores.db, stores.tables.counters)(formId);

interface Sample {
  readonly formId: string;
  readonly name: string;
  readonly day?: string;
}
const item = ({ formId, name, day = '2026-11-01' }: Sample, more: object) => ({
  form_id: formId,
  submission_id: `sub_${name}`,
  account_id: 'acc_1',
  received_at: `${day}T12:00:00.000Z`,
  status: 'received',
  payload: [['message', `words of ${name} and others`]],
  ...more,
});
const keys = ['form_id', 'submission_id'] as const;
const received = {};
const marked = { status: 'spam', counted: true };
const unmarked = { status: 'received', counted: true };
const filed = { status: 'spam', filed: true };
const released = { status: 'received', filed: true };
const change = (
  of: Sample,
  from: object | undefined,
  to: object | undefined,
  sequence: number,
): StreamRecord =>
  streamRecord(keys, { before: from && item(of, from), after: to && item(of, to) }, String(sequence));

it('learns each mark once, even if its record is repeated', async () => {
  const formId = 'frm_again';
  const one = { formId, name: 'one' };
  const records = [
    change(one, undefined, received, 1),
    change(one, received, marked, 2),
    change({ formId, name: 'two' }, undefined, filed, 3),
    change({ formId, name: 'two' }, filed, released, 4),
  ];
  await deliver(records);
  await deliver(records);
  await deliver(records.slice(1));
  await deliver(records.slice(1, 2));
  expect(await marksOf(formId)).toEqual({ spam: 1, good: 1 });
});

it('unlearns a mark that is undone, in the same batch or later, but keeps the marks of deleted submissions', async () => {
  const formId = 'frm_back';
  const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ formId, name })) as [
    Sample,
    Sample,
    Sample,
  ];
  await deliver([
    change(one, received, marked, 1),
    change(one, marked, unmarked, 2),
    change(two, received, marked, 3),
  ]);
  expect(await marksOf(formId)).toEqual({ spam: 1, good: 1 });
  await deliver([change(two, marked, unmarked, 4), change(three, received, marked, 5)]);
  expect(await marksOf(formId)).toEqual({ spam: 1, good: 2 });
  await deliver([change(two, unmarked, marked, 6), change(three, marked, undefined, 7)]);
  expect(await marksOf(formId)).toEqual({ spam: 2, good: 1 });
});

it('learns each mark of thirty days exactly once even if shards run concurrently and every batch is repeated', async () => {
  const formId = 'frm_race';
  const days = Array.from({ length: 30 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const shards = [0, 1, 2].map((shard) =>
    days
      .filter((_, index) => index % 3 === shard)
      .flatMap((day, index) => [
        change({ formId, day, name: `${day}a` }, received, marked, 100 * index + 1),
        change({ formId, day, name: `${day}b` }, filed, released, 100 * index + 2),
      ]),
  );
  await Promise.all([...shards, ...shards].map((records) => deliver(records)));
  expect(await marksOf(formId)).toEqual({ spam: 30, good: 30 });
});

it('learns a record together with its counts so that a failed record is learned when it is retried', async () => {
  const formId = 'frm_fault';
  const table = stores.tables.counters;
  let isBroken = true;
  const count = countSubmissions({
    ...dayCounterStore(stores.db, table),
    note: () => Promise.resolve(),
    tellIndexes,
    learnWrite: (of, lessons) => {
      if (isBroken) return Promise.reject(new Error('throttled'));
      return modelUpdate(stores.db, table, of, lessons);
    },
  });
  const records = [change({ formId, name: 'one' }, received, marked, 1)];
  const { result } = await loggedErrorsOf(() => count(eventOf(records)));
  expect(result.batchItemFailures).toEqual([{ itemIdentifier: '1' }]);
  isBroken = false;
  await deliver(records, count);
  await deliver(records, count);
  expect(await marksOf(formId)).toEqual({ spam: 1, good: 0 });
});

it('neither reads nor writes a model if no submission was marked', async () => {
  const formId = `frm_${randomUUID()}`;
  const one = { formId, name: 'one' };
  const count = countSubmissions({
    ...dayCounterStore(stores.db, stores.tables.counters),
    note: () => Promise.resolve(),
    tellIndexes,
    learnWrite: () => Promise.reject(new Error('nothing was marked')),
  });
  const { result } = await loggedErrorsOf(() =>
    count(
      eventOf([
        change(one, undefined, received, 1),
        change(one, received, { read_at: '2026-11-02T00:00:00.000Z' }, 2),
        change({ formId, name: 'two' }, undefined, filed, 3),
      ]),
    ),
  );
  expect(result.batchItemFailures).toEqual([]);
});

it('ignores an invalid model', async () => {
  const formId = 'frm_broken';
  await stores.db.send(
    new PutCommand({
      TableName: stores.tables.counters,
      Item: { counter: wordModelKey(formId), version: 'x' },
    }),
  );
  await expect(marksOf(formId)).rejects.toThrow();
});
