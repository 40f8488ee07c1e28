import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';

const { streamBatchHandler, streamHandler } =
  await import('../../lambdas/aws/event-sources/stream-handler.ts');
const { streamChange } = await import('../../lambdas/aws/event-sources/stream-change.ts');

const change = streamChange({
  keys: z.object({ id: z.string() }),
  item: z.object({ id: z.string(), size: z.number(), tags: z.array(z.string()).optional() }),
});

const Keys = { id: { S: 'one' } };
const image = (size: number) => ({ ...Keys, size: { N: String(size) }, other: { BOOL: true } });
const stored = (SequenceNumber: string, size = 1) => ({
  eventName: 'INSERT' as const,
  dynamodb: { SequenceNumber, Keys, NewImage: image(size) },
});
const unreadable = (SequenceNumber: string) => ({
  eventName: 'INSERT' as const,
  dynamodb: { SequenceNumber, Keys, NewImage: Keys },
});
const eventOf = (...Records: DynamoDBStreamEvent['Records']): DynamoDBStreamEvent => ({ Records });

describe('a change', () => {
  it('is parsed from the typed attributes of a record', () => {
    const NewImage = { ...image(2), tags: { L: [{ S: 'a' }, { S: 'b' }] } };
    const record = {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '007', Keys, OldImage: image(1), NewImage },
    };
    expect(change.parse(record)).toEqual({
      event: 'MODIFY',
      keys: { id: 'one' },
      sequence: '007',
      before: { id: 'one', size: 1 },
      after: { id: 'one', size: 2, tags: ['a', 'b'] },
    });
  });

  it('has images that match its event type', () => {
    const OldImage = image(1);
    expect(change.parse(stored('1'))).not.toHaveProperty('before');
    const removed = change.parse({ eventName: 'REMOVE', dynamodb: { SequenceNumber: '1', Keys, OldImage } });
    expect(removed).toMatchObject({ event: 'REMOVE', before: { id: 'one', size: 1 } });
    expect(removed).not.toHaveProperty('after');
  });

  it.each([
    ['an image of a different shape', unreadable('1')],
    ['no image', { eventName: 'REMOVE', dynamodb: { SequenceNumber: '1', Keys } }],
    ['an unknown event', { ...stored('1'), eventName: 'RENAME' }],
    ['no number', { eventName: 'INSERT', dynamodb: { Keys, NewImage: image(1) } }],
    [
      'attributes without types',
      { ...stored('1'), dynamodb: { ...stored('1').dynamodb, NewImage: { id: 'one' } } },
    ],
    ['nothing', undefined],
  ])('is refused with %s', (_, record) => {
    expect(() => change.parse(record)).toThrow();
  });
});

describe('a handler for individual changes', () => {
  it('reports and logs each failed record once and handles the others', async () => {
    const handled: number[] = [];
    const handler = streamHandler({
      change,
      handlerOfBatch: () => (each) => {
        const size = each.after?.size ?? 0;
        if (size === 13) return Promise.reject(new RangeError('unlucky'));
        handled.push(size);
        return Promise.resolve();
      },
    });
    const { result, logged } = await loggedErrorsOf(() =>
      handler(eventOf(stored('1', 5), unreadable('2'), stored('3', 13), stored('4', 6))),
    );
    expect(handled).toEqual([5, 6]);
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '3' }] });
    expect(logged.map((line) => [line.message, line['sequence'], line.error.name]).toSorted()).toEqual([
      ['Failed to process stream record', '2', 'ZodError'],
      ['Failed to process stream record', '3', 'RangeError'],
    ]);
  });

  it('creates a new handler for each batch', async () => {
    let made = 0;
    const handler = streamHandler({
      change,
      handlerOfBatch: () => {
        made += 1;
        return () => Promise.resolve();
      },
    });
    await handler(eventOf(stored('1'), stored('2')));
    await handler(eventOf(stored('3')));
    expect(made).toBe(2);
  });
});

it("passes the whole batch to a batch consumer, except records that don't parse", async () => {
  const batches: string[][] = [];
  const handler = streamBatchHandler({
    change,
    handle: (changes) => {
      batches.push(changes.map(({ sequence }) => sequence));
      return Promise.resolve(['3']);
    },
  });
  const { result, logged } = await loggedErrorsOf(() =>
    handler(eventOf(stored('1'), unreadable('2'), stored('3'))),
  );
  expect(batches).toEqual([['1', '3']]);
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '3' }] });
  expect(logged.map((line) => [line.message, line['sequence']])).toEqual([
    ['Failed to process stream record', '2'],
  ]);
});
