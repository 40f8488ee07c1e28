import type { PutEventsCommandInput, PutEventsCommandOutput } from '@aws-sdk/client-eventbridge';
import { batchesOf } from '../../lambdas/event-bus/bus-entry.ts';
import type { BusEvent } from '../../lambdas/event-bus/bus-event.ts';
import { eventBus } from '../../lambdas/event-bus/event-bus-client.ts';

describe('batches', () => {
  const sizes = (...bytes: number[]) =>
    batchesOf(bytes.map((each) => ({ bytes: each }))).map((call) => call.map(({ bytes: of }) => of));

  it('have at most ten entries', () => {
    const calls = sizes(...Array.from({ length: 23 }, () => 100));
    expect(calls.map(({ length }) => length)).toEqual([10, 10, 3]);
  });

  it('have at most 256 KB, in the order of the entries', () => {
    expect(sizes(200_000, 62_144, 1, 262_143, 2)).toEqual([[200_000, 62_144], [1, 262_143], [2]]);
    expect(sizes()).toEqual([]);
  });
});

const event = (id: string): BusEvent => ({
  type: 'form.deleted',
  id,
  created_at: '2026-11-20T08:00:00.500Z',
  data: { form_id: id },
});

type Answer = (input: PutEventsCommandInput) => Partial<PutEventsCommandOutput>;
/** Returns a fake event bus that sends these responses in order, then repeats the last one. */
function busWith(...answers: Answer[]) {
  const calls: PutEventsCommandInput[] = [];
  const waits: number[] = [];
  const client = {
    send: ({ input }: { input: PutEventsCommandInput }): Promise<object> => {
      const answer = answers[Math.min(calls.length, answers.length - 1)]!;
      calls.push(input);
      return Promise.resolve().then(() => answer(input));
    },
  } as unknown as NonNullable<Parameters<typeof eventBus>[1]>;
  const pause = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  return { bus: eventBus('svc-forms-test', client, pause), calls, waits };
}
const idsOf = ({ Entries = [] }: PutEventsCommandInput): unknown[] =>
  Entries.map(({ Detail }) => JSON.parse(Detail!).id);
const takeAll: Answer = ({ Entries = [] }) => ({
  FailedEntryCount: 0,
  Entries: Entries.map((_, index) => ({ EventId: String(index) })),
});
const refuse =
  (...refused: string[]): Answer =>
  (input) => ({
    Entries: idsOf(input).map((id) =>
      refused.includes(String(id)) ? { ErrorCode: 'ThrottlingException' } : { EventId: 'x' },
    ),
  });

it('sends events in batches of ten', async () => {
  const { bus, calls } = busWith(takeAll);
  const events = Array.from({ length: 12 }, (_, index) => event(`e${index}`));
  expect(await bus.put(events)).toEqual(events.map(() => undefined));
  expect(calls.map(idsOf)).toEqual([
    ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9'],
    ['e10', 'e11'],
  ]);
  expect(calls[1]!.Entries![0]).toEqual({
    EventBusName: 'svc-forms-test',
    Source: 'svc.forms',
    DetailType: 'form.deleted',
    Time: new Date('2026-11-20T08:00:00.500Z'),
    Detail: JSON.stringify(event('e10')),
  });
});

it('retries only refused entries', async () => {
  const { bus, calls, waits } = busWith(refuse('b', 'c'), refuse('c'), takeAll);
  expect(await bus.put(['a', 'b', 'c'].map(event))).toEqual([undefined, undefined, undefined]);
  expect(calls.map(idsOf)).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']]);
  expect(waits).toHaveLength(2);
});

it('reports events that were refused four times', async () => {
  const { bus, calls } = busWith(refuse('b'));
  const [a, b] = await bus.put(['a', 'b'].map(event));
  expect(a).toBeUndefined();
  expect(b).toMatchObject({ name: 'EventNotTaken', message: 'ThrottlingException' });
  expect(calls).toHaveLength(4);
});

it('treats an entry without a result as refused', async () => {
  const { bus } = busWith(() => ({ Entries: [] }));
  expect(await bus.put([event('a')])).toMatchObject([{ message: 'no answer' }]);
});

it('reports the reason for each event of a failed call', async () => {
  const denied = (): never => {
    throw new TypeError('denied');
  };
  const { bus, calls } = busWith(refuse('b'), denied);
  expect(await bus.put(['a', 'b'].map(event))).toEqual([undefined, new TypeError('denied')]);
  expect(calls).toHaveLength(2);
});

it('makes no call if there are no events', async () => {
  const { bus, calls } = busWith(takeAll);
  expect(await bus.put([])).toEqual([]);
  expect(calls).toEqual([]);
});
