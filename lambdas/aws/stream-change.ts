/** The records of a table's stream, as plain items instead of DynamoDB's typed attributes. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';

interface Change<Keys> {
  readonly keys: Keys;
  /** Place in the shard, as the stream wrote it: digits. */
  readonly sequence: string;
  /** When the stream was begun, in ISO 8601: a restored table has another one. Absent where a record comes from none. */
  readonly stream?: string | undefined;
}

/** One change of an item. */
export type StreamChange<Keys, Item> = Change<Keys> &
  (
    | { readonly event: 'INSERT'; readonly before?: undefined; readonly after: Item }
    | { readonly event: 'MODIFY'; readonly before: Item; readonly after: Item }
    | { readonly event: 'REMOVE'; readonly before: Item; readonly after?: undefined }
  );

const attribute = z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null);

/** An image as the item of this schema: of its attributes only those that the schema has are made plain values. */
function imageOf<Item extends z.ZodObject>(item: Item): z.ZodType<z.output<Item>> {
  const image = z.object(
    Object.fromEntries(Object.keys(item.shape).map((name) => [name, attribute.optional()])),
  );
  return image.transform((typed): unknown => unmarshall(typed as Record<string, AttributeValue>)).pipe(item);
}

/** A stream's ARN ends with the time at which it was begun. */
const streamLabel = z
  .string()
  .transform((arn) => arn.split('/stream/')[1])
  .optional();

/**
 * The schema of a stream's records, which gives a `StreamChange`.
 * @param table the schema of an item and that of its keys; what they leave out of the item is ignored. The stream has
 * to show the images that its events have: both, or the old one alone where the consumer takes nothing but deletions.
 */
export function streamChange<Keys extends z.ZodObject, Item extends z.ZodObject>(table: {
  readonly keys: Keys;
  readonly item: Item;
}): z.ZodType<StreamChange<z.output<Keys>, z.output<Item>>> {
  const item = imageOf(table.item);
  const source = { eventSourceARN: streamLabel };
  const shared = { Keys: imageOf(table.keys), SequenceNumber: z.string().regex(/^\d+$/) };
  return z
    .discriminatedUnion('eventName', [
      z.object({
        ...source,
        eventName: z.literal('INSERT'),
        dynamodb: z.object({ ...shared, NewImage: item }),
      }),
      z.object({
        ...source,
        eventName: z.literal('MODIFY'),
        dynamodb: z.object({ ...shared, OldImage: item, NewImage: item }),
      }),
      z.object({
        ...source,
        eventName: z.literal('REMOVE'),
        dynamodb: z.object({ ...shared, OldImage: item }),
      }),
    ])
    .transform((record): StreamChange<z.output<Keys>, z.output<Item>> => {
      const { Keys: keys, SequenceNumber: sequence } = record.dynamodb;
      const of = { keys, sequence, stream: record.eventSourceARN };
      switch (record.eventName) {
        case 'INSERT':
          return { event: 'INSERT', ...of, after: record.dynamodb.NewImage };
        case 'MODIFY':
          return {
            event: 'MODIFY',
            ...of,
            before: record.dynamodb.OldImage,
            after: record.dynamodb.NewImage,
          };
        case 'REMOVE':
          return { event: 'REMOVE', ...of, before: record.dynamodb.OldImage };
      }
    });
}

/** One change of an item, in a stream that shows keys only. */
export interface KeyChange<Keys> extends Change<Keys> {
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** When the stream wrote it, in milliseconds since the epoch. */
  readonly at: number;
}

/** The schema of the records of a stream that shows keys only. */
export function keyChange<Keys extends z.ZodObject>(keys: Keys): z.ZodType<KeyChange<z.output<Keys>>> {
  return z
    .object({
      eventSourceARN: streamLabel,
      eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
      dynamodb: z.object({
        Keys: imageOf(keys),
        SequenceNumber: z.string().regex(/^\d+$/),
        /** In seconds. */
        ApproximateCreationDateTime: z.number(),
      }),
    })
    .transform(({ eventSourceARN, eventName, dynamodb }) => ({
      event: eventName,
      keys: dynamodb.Keys,
      sequence: dynamodb.SequenceNumber,
      stream: eventSourceARN,
      at: dynamodb.ApproximateCreationDateTime * 1000,
    }));
}
