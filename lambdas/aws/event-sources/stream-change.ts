/** Parses stream records and converts DynamoDB's typed attributes to plain items. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';

interface Change<Keys> {
  readonly keys: Keys;
  /** Sequence number in the shard, consisting of digits. */
  readonly sequence: string;
  /**
   * When the stream was created, in ISO 8601. Identifies the stream, because a restored table gets a new one.
   * Absent for records that don't come from a stream.
   */
  readonly stream?: string | undefined;
  /**
   * When the stream recorded the change, in milliseconds since the epoch, as a whole second. Absent for records
   * that don't come from a stream.
   */
  readonly at?: number | undefined;
}

/**
 * Returns when a change was made, in milliseconds since the epoch. The stream only records whole seconds, so
 * the result can be up to a second late.
 * @param now the current time, which is returned if the record has no time
 */
export const timeOfChange = ({ at }: Pick<Change<unknown>, 'at'>, now: number): number =>
  at === undefined ? now : Math.min(now, at + 999);

/** A change to an item. */
export type StreamChange<Keys, Item> = Change<Keys> &
  (
    | { readonly event: 'INSERT'; readonly before?: undefined; readonly after: Item }
    | { readonly event: 'MODIFY'; readonly before: Item; readonly after: Item }
    | { readonly event: 'REMOVE'; readonly before: Item; readonly after?: undefined }
  );

const attribute = z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null);

/**
 * Returns the schema that parses the old or new image in a stream record. Only converts the attributes in the
 * item's schema to plain values.
 */
function imageOf<Item extends z.ZodObject>(item: Item): z.ZodType<z.output<Item>> {
  const image = z.object(
    Object.fromEntries(Object.keys(item.shape).map((name) => [name, attribute.optional()])),
  );
  return image.transform((typed): unknown => unmarshall(typed as Record<string, AttributeValue>)).pipe(item);
}

/** A stream's ARN ends with its creation time. */
const streamLabel = z
  .string()
  .transform((arn) => arn.split('/stream/')[1])
  .optional();

/**
 * Returns the schema that parses a stream's records into `StreamChange` objects.
 * @param table schemas of an item and its keys; other attributes are ignored. The stream must contain the
 *   images that its events need: both, or only the old one if the consumer only handles deletions.
 */
export function streamChange<Keys extends z.ZodObject, Item extends z.ZodObject>(table: {
  readonly keys: Keys;
  readonly item: Item;
}): z.ZodType<StreamChange<z.output<Keys>, z.output<Item>>> {
  const item = imageOf(table.item);
  const source = { eventSourceARN: streamLabel };
  const shared = {
    Keys: imageOf(table.keys),
    SequenceNumber: z.string().regex(/^\d+$/),
    /** Unix time in seconds. */
    ApproximateCreationDateTime: z.number().optional(),
  };
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
      const { Keys: keys, SequenceNumber: sequence, ApproximateCreationDateTime: seconds } = record.dynamodb;
      const at = seconds === undefined ? undefined : seconds * 1000;
      const of = { keys, sequence, stream: record.eventSourceARN, at };
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

/** A change to an item, from a stream that only contains keys. */
export interface KeyChange<Keys> extends Change<Keys> {
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** When the stream recorded the change, in milliseconds since the epoch. */
  readonly at: number;
}

/** Returns the schema that parses the records of a stream that only contains keys. */
export function keyChange<Keys extends z.ZodObject>(keys: Keys): z.ZodType<KeyChange<z.output<Keys>>> {
  return z
    .object({
      eventSourceARN: streamLabel,
      eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
      dynamodb: z.object({
        Keys: imageOf(keys),
        SequenceNumber: z.string().regex(/^\d+$/),
        /** Unix time in seconds. */
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
