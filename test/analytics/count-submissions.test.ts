import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { DayChanges } from '../../lambdas/forms/counts/day-counts.ts';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { streamRecord, type StreamRecord } from '../support/aws/stream-record.ts';

for (const name of ['COUNTERS_TABLE', 'FORM_JOBS_TABLE', 'FORM_JOBS_QUEUE_URL']) process.env[name] = name;
const { countSubmissions: countAndMove } = await import('../../lambdas/analytics/count-submissions.ts');

const tellIndexes = () => Promise.resolve();
const noLesson = () => Promise.reject(new Error('nothing was marked'));
const notHot = () => Promise.reject(new Error('no form is hot'));
const countSubmissions = (deps: { count: (day: DayChanges) => Promise<void> }) =>
  countAndMove({ ...deps, note: () => Promise.resolve(), learnWrite: noLesson, split: notHot, tellIndexes });

const item = (form: string, status: string) => ({
  form_id: form,
  submission_id: 'sub_1',
  account_id: 'acc_1',
  received_at: '2026-11-01T12:00:00.000Z',
  status,
  payload: [],
});
const record = (sequence: string, form: string, status: string, before?: string) =>
  streamRecord(
    ['form_id', 'submission_id'],
    { before: before === undefined ? undefined : item(form, before), after: item(form, status) },
    sequence,
  );
const eventOf = (...Records: StreamRecord[]) => ({ Records }) as unknown as DynamoDBStreamEvent;

it("writes each form's daily counts in one call", async () => {
  const counted: DayChanges[] = [];
  const result = await countSubmissions({ count: (day) => Promise.resolve(void counted.push(day)) })(
    eventOf(
      record('99', 'a', 'received'),
      record('100', 'b', 'spam'),
      record('101', 'a', 'received', 'spam'),
    ),
  );
  expect(result).toEqual({ batchItemFailures: [] });
  expect(counted).toMatchObject([
    {
      formId: 'a',
      date: '2026-11-01',
      changes: [
        { received: 1, spam: 0, unread: 1 },
        { received: 1, spam: -1, unread: 1 },
      ],
    },
    { formId: 'b', date: '2026-11-01', changes: [{ received: 0, spam: 1, unread: 0 }] },
  ]);
  const [first, second] = counted[0]!.changes;
  expect(first!.sequence < second!.sequence).toBe(true);
});

it("treats a restored table's stream records as newer than all earlier records", async () => {
  const stream = (label: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/t/stream/${label}`;
  const places: string[] = [];
  const count = countSubmissions({
    count: ({ changes }) => Promise.resolve(void places.push(...changes.map(({ sequence }) => sequence))),
  });
  const of = (sequence: string, label: string): StreamRecord =>
    ({ ...record(sequence, 'a', 'received'), eventSourceARN: stream(label) }) as StreamRecord;
  await count(eventOf(of('900', '2026-11-01T10:00:00.000')));
  await count(eventOf(of('17', '2026-11-20T09:00:00.000'), of('101', '2026-11-20T09:00:00.000')));
  expect(places.toSorted()).toEqual(places);
  // Markers that earlier versions stored must sort before all current markers.
  expect(places.every((place) => place > '9'.repeat(40).padStart(40, '0').replace(/^9/, '0'))).toBe(true);
});

it('reports the first uncounted record of a day so that the retry starts there', async () => {
  const count = countSubmissions({
    count: ({ formId }) => (formId === 'b' ? Promise.reject(new Error('throttled')) : Promise.resolve()),
  });
  const event = eventOf(
    record('007', 'a', 'received'),
    record('008', 'b', 'received'),
    record('009', 'b', 'received'),
  );
  const { result, logged } = await loggedErrorsOf(() => count(event));
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '008' }] });
  expect(logged).toMatchObject([
    {
      message: 'Failed to count submissions',
      form_id: 'b',
      date: '2026-11-01',
      sequence: '008',
      error: { message: 'throttled' },
    },
  ]);
});

it('counts valid records and asks for the others to be retried', async () => {
  const counted: string[] = [];
  const count = countSubmissions({ count: ({ formId }) => Promise.resolve(void counted.push(formId)) });
  const event = eventOf(record('1', 'a', 'lost'), record('2', 'b', 'received'));
  const { result } = await loggedErrorsOf(() => count(event));
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  expect(counted).toEqual(['b']);
});

describe('change markers', () => {
  const movedBy = async (...records: StreamRecord[]) => {
    const moved: unknown[] = [];
    const count = countAndMove({
      count: () => Promise.resolve(),
      learnWrite: noLesson,
      split: notHot,
      tellIndexes,
      note: (...of) => Promise.resolve(void moved.push(of)),
    });
    await count(eventOf(...records));
    return moved;
  };
  const of = (form: string, more: object = {}) => ({ ...item(form, 'received'), ...more });
  const keys = ['form_id', 'submission_id'] as const;

  it('change once per batch for each form and account, regardless of the type of change', async () => {
    const moved = await movedBy(
      record('1', 'a', 'received'),
      record('2', 'b', 'received'),
      streamRecord(keys, { before: of('a'), after: of('a', { starred: true }) }, '3'),
    );
    // Counting a change moves the form's marker in the same write, so only the star needs another write.
    expect(moved).toEqual([
      ['acc_1', 'submissions', { mustExist: false }],
      ['a', 'submissions', { mustExist: false }],
    ]);
  });

  it('are not re-created when a form is deleted together with its records', async () => {
    // Deleting spam doesn't change any count.
    const spam = (form: string) => of(form, { status: 'spam' });
    const moved = await movedBy(
      streamRecord(keys, { before: spam('a') }, '1'),
      streamRecord(keys, { before: spam('b') }, '2'),
      record('3', 'b', 'received'),
    );
    expect(moved).toEqual([
      ['a', 'submissions', { mustExist: true }],
      ['acc_1', 'submissions', { mustExist: false }],
      ['b', 'submissions', { mustExist: true }],
    ]);
  });

  it('change after the counts, and are retried from the first record if one fails', async () => {
    const order: string[] = [];
    const count = countAndMove({
      count: () => Promise.resolve(void order.push('count')),
      learnWrite: noLesson,
      split: notHot,
      tellIndexes,
      note: (id) => {
        order.push(id);
        return id === 'b' ? Promise.reject(new Error('throttled')) : Promise.resolve();
      },
    });
    const event = eventOf(
      record('007', 'a', 'received'),
      streamRecord(keys, { before: of('b'), after: of('b', { starred: true }) }, '008'),
    );
    const { result, logged } = await loggedErrorsOf(() => count(event));
    expect(order).toEqual(['count', 'acc_1', 'b']);
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '008' }] });
    expect(logged).toMatchObject([
      { message: 'Failed to update change marker', marker: 'b', sequence: '008' },
    ]);
  });
});

describe('hot forms', () => {
  const submissions = (form: string, count: number, milliseconds: number, fields: [string, string][] = []) =>
    Array.from({ length: count }, (_, index) => {
      const at = Date.parse('2026-11-01T12:00:00.000Z') + Math.floor((index / count) * milliseconds);
      const after = { ...item(form, 'received'), received_at: new Date(at).toISOString(), payload: fields };
      return streamRecord(['form_id', 'submission_id'], { before: undefined, after }, String(index + 1));
    });
  const splitOf = async (split: (of: object) => Promise<boolean>, ...batches: StreamRecord[][]) => {
    const count = countAndMove({
      count: () => Promise.resolve(),
      learnWrite: noLesson,
      note: () => Promise.resolve(),
      split,
      tellIndexes,
    });
    const results = [];
    for (const batch of batches) results.push(await count(eventOf(...batch)));
    return results;
  };

  it('are split once, if they receive at least 500 KB or 500 submissions per second', async () => {
    const split: object[] = [];
    const note = (of: object) => Promise.resolve(split.push(of) > 0);
    const hot = submissions('hot', 400, 800);
    await splitOf(
      note,
      submissions('slow', 400, 820),
      submissions('burst', 249, 10),
      hot,
      hot,
      submissions('large', 100, 790, [['text', 'x'.repeat(3 * 1024)]]),
    );
    expect(split).toEqual([
      { account_id: 'acc_1', form_id: 'hot' },
      { account_id: 'acc_1', form_id: 'large' },
    ]);
  });

  it('are tried again if splitting fails, and counted in any case', async () => {
    let tries = 0;
    const failing = () => (++tries < 3 ? Promise.reject(new Error('throttled')) : Promise.resolve(tries > 3));
    const batch = submissions('hot', 400, 400);
    const results = await splitOf(failing, batch, batch, batch, batch, batch);
    expect(results).toEqual(Array(5).fill({ batchItemFailures: [] }));
    expect(tries).toBe(4);
  });
});
