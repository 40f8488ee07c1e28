/** Reads records from a table's stream, starting at a checkpoint. */
import {
  DescribeStreamCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type DynamoDBStreamsClient,
} from '@aws-sdk/client-dynamodb-streams';
import { StreamError, type RecordPage, type StreamRecords } from '../dynamodb/stream-records.ts';
import type { Checkpoints } from './checkpoints.ts';
import { toStreamRecord, type StreamRecord } from './stream-record.ts';

/** A batch of records from one shard, in order. */
export interface ShardBatch {
  readonly shard: string;
  readonly records: readonly StreamRecord[];
}

/** Errors that require a new iterator. */
const ITERATOR_LOST = ['ExpiredIteratorException', 'TrimmedDataAccessException'];

/** Access to DynamoDB streams. */
export interface StreamSource {
  readonly streams: DynamoDBStreamsClient;
  readonly records: StreamRecords;
}

/**
 * Reads one table's stream for one mapping, starting at its checkpoint. The records of each shard are read in
 * order.
 */
export class StreamReader {
  readonly streamArn: string;
  readonly #client: DynamoDBStreamsClient;
  readonly #stored: StreamRecords;
  readonly #checkpoints: Checkpoints;
  readonly #mapping: string;
  readonly #start: 'TRIM_HORIZON' | 'LATEST';
  /** The next iterator of each shard, or undefined for a shard that has been read to the end. */
  readonly #iterators = new Map<string, string | undefined>();

  constructor(
    { streams, records }: StreamSource,
    checkpoints: Checkpoints,
    options: { streamArn: string; mapping: string; startAtLatest: boolean },
  ) {
    this.#client = streams;
    this.#stored = records;
    this.#checkpoints = checkpoints;
    this.streamArn = options.streamArn;
    this.#mapping = options.mapping;
    this.#start = options.startAtLatest ? 'LATEST' : 'TRIM_HORIZON';
  }

  /**
   * Returns up to `limit` new records from the first shard that has any, or `undefined` if no shard has new
   * records.
   */
  async next(limit: number): Promise<ShardBatch | undefined> {
    // A shard that has been read to the end was split or rolled over, so look for its child shards.
    if (![...this.#iterators.values()].some((iterator) => iterator !== undefined)) await this.#findShards();
    for (const [shard, iterator] of this.#iterators) {
      if (iterator === undefined) continue;
      const answer = await this.#records(shard, iterator, limit);
      this.#iterators.set(shard, answer.NextShardIterator);
      const records = answer.Records.map((record) => toStreamRecord(record, this.streamArn));
      if (records.length > 0) return { shard, records };
    }
    return undefined;
  }

  /** Returns to the checkpoint. Call this if records could not be handled after they were read. */
  rewind(): void {
    this.#iterators.clear();
  }

  /** Marks all records up to this sequence number as handled. */
  done(shard: string, sequenceNumber: string): void {
    this.#checkpoints.set(this.#mapping, this.#key(shard), sequenceNumber);
  }

  async #findShards(): Promise<void> {
    const { StreamDescription } = await this.#client.send(
      new DescribeStreamCommand({ StreamArn: this.streamArn }),
    );
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      if (ShardId === undefined || this.#iterators.has(ShardId)) continue;
      this.#iterators.set(ShardId, await this.#iterator(ShardId));
    }
  }

  async #records(shard: string, iterator: string, limit: number): Promise<RecordPage> {
    try {
      return await this.#stored.read(iterator, Math.min(limit, 1000));
    } catch (error) {
      if (!(error instanceof StreamError) || !ITERATOR_LOST.includes(error.type)) throw error;
      return { Records: [], NextShardIterator: await this.#iterator(shard) };
    }
  }

  async #iterator(shard: string): Promise<string | undefined> {
    const position = { StreamArn: this.streamArn, ShardId: shard };
    const SequenceNumber = this.#checkpoints.get(this.#mapping, this.#key(shard));
    const from = (command: GetShardIteratorCommand): Promise<string | undefined> =>
      this.#client.send(command).then((answer) => answer.ShardIterator);
    if (SequenceNumber === undefined) {
      return from(new GetShardIteratorCommand({ ...position, ShardIteratorType: this.#start }));
    }
    try {
      return await from(
        new GetShardIteratorCommand({
          ...position,
          ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
          SequenceNumber,
        }),
      );
    } catch (error) {
      if (!(error instanceof TrimmedDataAccessException)) throw error;
      return from(new GetShardIteratorCommand({ ...position, ShardIteratorType: 'TRIM_HORIZON' }));
    }
  }

  #key(shard: string): string {
    return `${this.streamArn}/${shard}`;
  }
}
