/** Delivers records from a table's stream to a function. */
import { messageOf } from '../runner-error.ts';
import { isThrottled, type LocalFunction } from '../functions/local-function.ts';
import type { Service } from '../running-services.ts';
import { failedItems, type EventSourceMapping } from './event-source-mapping.ts';
import type { ShardBatch, StreamReader } from './stream-reader.ts';
import type { StreamRecord } from './stream-record.ts';

/** Polling interval while `nudge` isn't called, in milliseconds. */
const FALLBACK_MILLISECONDS = 250;
/**
 * Pause after a poll that didn't return a full batch, in milliseconds. All records that arrive during the
 * pause become one batch. While records arrive quickly, the pause is as long as on AWS, where Lambda polls
 * each shard four times a second. The pause also grows after several polls that found no records.
 */
const REST_MILLISECONDS = 8;
const BUSY_REST_MILLISECONDS = 250;
/** Above this average number of records per second, the pause between polls is longer. */
const BUSY_PER_SECOND = 150;
const AVERAGED_SECONDS = 1;
const MAX_BACKOFF_MILLISECONDS = 10_000;
/** Milliseconds to wait before retrying a throttled invocation. */
const THROTTLED_MILLISECONDS = 500;

/** Lambda's payload limit, minus some space for the JSON around the records. */
const MAXIMUM_BATCH_BYTES = 6_000_000;

/** Handles records that the mapping will not retry again. */
export type GiveUp = (shard: string, records: readonly StreamRecord[], reason: string) => Promise<void>;

class Stopped extends Error {
  override name = 'Stopped' as const;
}

/**
 * Delivers a table's stream to a function as Lambda does: one batch at a time and in order. A failed batch is
 * retried, starting with the first failed record if the function reports it, or in halves if the mapping
 * bisects batches. Records that fail too often or are too old go to the failure destination. Bisecting
 * doesn't count as a retry. The checkpoint only advances after records have been handled or given up on.
 */
export class StreamPoller implements Service {
  readonly #mapping: EventSourceMapping;
  readonly #reader: StreamReader;
  readonly #fn: LocalFunction;
  readonly #giveUp: GiveUp;
  readonly #running: Promise<void>;
  #stopped = false;
  #nudged = false;
  /** Number of consecutive polls triggered by `nudge` that found no records. */
  #inVain = 0;
  #endPause: () => void = () => undefined;
  #nudgeEndsPause = false;
  /** Recent average number of records per second. */
  #perSecond = 0;
  #notedAt = performance.now();

  constructor(mapping: EventSourceMapping, reader: StreamReader, fn: LocalFunction, giveUp: GiveUp) {
    this.#mapping = mapping;
    this.#reader = reader;
    this.#fn = fn;
    this.#giveUp = giveUp;
    this.#running = this.#run();
  }

  /** Polls immediately. Call this when data may have been written. */
  nudge(): void {
    this.#nudged = true;
    if (this.#nudgeEndsPause) this.#endPause();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endPause();
    await this.#running;
  }

  #isStopping(): boolean {
    return this.#stopped;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping()) {
      try {
        const wasNudged = this.#nudged;
        this.#nudged = false;
        const batch = await this.#gather();
        this.#inVain = batch === undefined && wasNudged ? this.#inVain + 1 : 0;
        if (batch === undefined) {
          await this.#idle();
          continue;
        }
        await this.#handle(batch);
        this.#notePace(batch.records.length);
        if (batch.records.length < this.#mapping.batchSize)
          await this.#pause(this.#perSecond > BUSY_PER_SECOND ? BUSY_REST_MILLISECONDS : REST_MILLISECONDS);
      } catch (error) {
        if (this.#isStopping()) return;
        console.error(`${this.#mapping.id}: failed to read the stream: ${messageOf(error)}`);
        this.#reader.rewind();
        await this.#pause(MAX_BACKOFF_MILLISECONDS / 10);
      }
    }
  }

  #notePace(found: number): void {
    const now = performance.now();
    const seconds = (now - this.#notedAt) / 1000;
    this.#notedAt = now;
    this.#perSecond += Math.min(1, seconds / AVERAGED_SECONDS) * (found / seconds - this.#perSecond);
  }

  /** Returns one batch. With a batching window, waits until the batch is full or the window closes. */
  async #gather(): Promise<ShardBatch | undefined> {
    const { batchSize, windowSeconds } = this.#mapping;
    const first = await this.#reader.next(batchSize);
    if (first === undefined || windowSeconds === 0) return first;
    const records = [...first.records];
    const closes = Date.now() + windowSeconds * 1000;
    while (records.length < batchSize && Date.now() < closes && !this.#isStopping()) {
      // During a batching window, nudges and new records don't shorten this pause.
      await this.#pause(Math.max(0, Math.min(FALLBACK_MILLISECONDS, closes - Date.now())));
      const more = await this.#reader.next(batchSize - records.length);
      if (more?.shard === first.shard) records.push(...more.records);
      else if (more) await this.#handle(more);
    }
    return { shard: first.shard, records };
  }

  async #handle({ shard, records }: ShardBatch): Promise<void> {
    const wanted = records.filter((record) => this.#mapping.wants(record));
    for (const part of payloadSized(wanted)) await this.#deliver(shard, part, 0);
    const last = records.at(-1);
    if (last !== undefined) this.#reader.done(shard, last.dynamodb.SequenceNumber);
  }

  /**
   * Delivers records until each of them has been handled or given up on.
   * @throws Stopped if the runner stops first
   */
  async #deliver(shard: string, records: readonly StreamRecord[], retriesBefore: number): Promise<void> {
    let rest = records;
    for (let retries = retriesBefore; ;) {
      rest = await this.#withoutTooOld(shard, rest);
      if (rest.length === 0) return;
      const result = await this.#fn.invoke({ Records: rest });
      if (this.#isStopping() && result.error !== undefined) throw new Stopped();
      if (isThrottled(result)) {
        // The invocation was throttled, so deliver the same records again without counting a retry.
        await this.#pause(THROTTLED_MILLISECONDS);
        if (this.#isStopping()) throw new Stopped();
        continue;
      }
      const firstFailed = this.#firstFailed(rest, result);
      if (firstFailed === undefined) return;
      const handled = rest[firstFailed - 1];
      if (handled !== undefined) this.#reader.done(shard, handled.dynamodb.SequenceNumber);
      rest = rest.slice(firstFailed);
      if (this.#mapping.bisects && firstFailed === 0 && rest.length > 1) {
        const middle = Math.ceil(rest.length / 2);
        await this.#deliver(shard, rest.slice(0, middle), retries);
        await this.#deliver(shard, rest.slice(middle), retries);
        return;
      }
      if (!this.#mapping.bisects || firstFailed === 0) retries += 1;
      if (this.#mapping.maximumRetries >= 0 && retries > this.#mapping.maximumRetries) {
        await this.#giveUp(shard, rest, 'RetryAttemptsExhausted');
        return;
      }
      await this.#pause(Math.min(100 * 2 ** (retries - 1), MAX_BACKOFF_MILLISECONDS));
      if (this.#isStopping()) throw new Stopped();
    }
  }

  #firstFailed(
    records: readonly StreamRecord[],
    result: Awaited<ReturnType<LocalFunction['invoke']>>,
  ): number | undefined {
    if (result.error !== undefined) return 0;
    const failed = this.#mapping.reportsItemFailures ? failedItems(result.payload) : [];
    if (failed === 'all') return 0;
    if (failed.length === 0) return undefined;
    const first = records.findIndex((record) => failed.includes(record.dynamodb.SequenceNumber));
    // If a reported identifier isn't in this batch, the whole batch is retried.
    return Math.max(first, 0);
  }

  async #withoutTooOld(shard: string, records: readonly StreamRecord[]): Promise<readonly StreamRecord[]> {
    if (this.#mapping.maximumAgeSeconds < 0) return records;
    const oldest = Date.now() / 1000 - this.#mapping.maximumAgeSeconds;
    const tooOld = records.filter((record) => record.dynamodb.ApproximateCreationDateTime < oldest);
    if (tooOld.length === 0) return records;
    await this.#giveUp(shard, tooOld, 'RecordAgeExceeded');
    return records.filter((record) => !tooOld.includes(record));
  }

  async #idle(): Promise<void> {
    await this.#pause(Math.min(REST_MILLISECONDS * 2 ** this.#inVain, FALLBACK_MILLISECONDS));
    if (!this.#nudged) await this.#pause(FALLBACK_MILLISECONDS, true);
  }

  async #pause(milliseconds: number, untilNudged = false): Promise<void> {
    if (this.#isStopping()) return;
    this.#nudgeEndsPause = untilNudged;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#nudgeEndsPause = false;
  }
}

/** Splits records into batches below Lambda's payload limit, which applies regardless of the batch size. */
function* payloadSized(records: readonly StreamRecord[]): Generator<StreamRecord[]> {
  let part: StreamRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record));
    if (part.length > 0 && bytes + size > MAXIMUM_BATCH_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(record);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
