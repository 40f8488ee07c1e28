/** Lists the submissions in one piece of a form (Submissions table). Ignores expired submissions. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { epochSeconds, type Clock } from '../../core/clock.ts';
import { submissionIdOf, ulidOf } from '../../core/ids.ts';
import { formIdOfPartition } from '../../core/submission-pieces.ts';
import type { Page } from '../../core/web/pagination.ts';
import { batchGet } from '../../aws/batch-get.ts';
import type { TimeRange } from './newest-first.ts';
import { isExpired } from '../retention.ts';
import {
  conditionsOf,
  isFilteredLater,
  passes,
  rangeOf,
  valuesOf,
  wordsOf,
  type QueryRange,
} from './filter-conditions.ts';
import { containsWords } from './search-words.ts';
import { asReadBy, submission, type Submission } from '../submission.ts';
import { matchesAssignee, type SubmissionCriteria } from '../handling/criteria.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';

/**
 * Sparse index that contains only spam, so that a query finds a few spam submissions without reading many
 * accepted ones.
 */
const SPAM = 'spam';

/**
 * Maximum number of queries for a page. Each query reads at most 1 MB of rows, and the filter can remove most
 * of them.
 */
const MAX_READS = 10;
const MAX_READ_SIZE = 1000;
/** Maximum number of items per BatchGetItem and the default number of keys per query of the spam index. */
const BATCH = 100;

const storedPayload = submission.pick({ payload: true });
const storedAssignee = submission.pick({ assignee: true });

const keys = z.object({ form_id: z.string(), submission_id: z.string() });

/** Creates a store whose methods read one partition of the table. */
export function pieceStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  interface Batch {
    readonly rows: Submission[];
    /** Number of stored submissions that the query has read. */
    readonly scanned: number;
    readonly next: string | undefined;
  }

  /**
   * Queries the partition once, newest first. Returns the rows that pass the filter and the id after
   * which the next page starts.
   */
  const read = (
    partition: string,
    filter: SubmissionCriteria,
    range: QueryRange,
    limit?: number,
    consistent = true,
  ): Promise<Batch> =>
    filter.status === 'spam'
      ? readSpam(partition, filter, range, Math.min(limit ?? BATCH, BATCH + 1))
      : readAny(partition, filter, range, limit, consistent);

  const queryOfAny = (
    partition: string,
    filter: SubmissionCriteria,
    { condition, values, after }: QueryRange,
  ) => ({
    TableName: table,
    KeyConditionExpression: ['form_id = :form', ...condition].join(' AND '),
    FilterExpression: conditionsOf(filter).join(' AND '),
    ExpressionAttributeValues: {
      ...values,
      ...valuesOf(filter),
      ':form': partition,
      ':now': epochSeconds(now()),
    },
    ScanIndexForward: false,
    ...(after !== undefined && { ExclusiveStartKey: { form_id: partition, submission_id: after } }),
  });

  /** Counts the submissions without transferring them. */
  const countOf = async (query: QueryCommandInput) => {
    const { Count = 0, LastEvaluatedKey } = await db.send(new QueryCommand({ ...query, Select: 'COUNT' }));
    return { count: Count, next: keys.optional().parse(LastEvaluatedKey)?.submission_id };
  };

  const readAny = async (
    partition: string,
    filter: SubmissionCriteria,
    range: QueryRange,
    Limit: number | undefined,
    ConsistentRead: boolean,
  ): Promise<Batch> => {
    const { Items, LastEvaluatedKey, ScannedCount } = await db.send(
      new QueryCommand({
        ...queryOfAny(partition, filter, range),
        ConsistentRead,
        ...(Limit !== undefined && { Limit }),
      }),
    );
    const words = wordsOf(filter);
    // A search reads many submissions, so only parse the whole submission if it matches.
    const matching = (Items ?? []).filter(
      (item) =>
        (words.length === 0 || containsWords(storedPayload.parse(item).payload, words)) &&
        (filter.assignee === undefined || matchesAssignee(storedAssignee.parse(item), filter.assignee)),
    );
    return {
      rows: z
        .array(submission)
        .parse(matching)
        .map((each) => asReadBy(each, filter.reader)),
      scanned: ScannedCount ?? 0,
      next: keys.optional().parse(LastEvaluatedKey)?.submission_id,
    };
  };

  const queryOfSpam = (partition: string, { condition, values, after }: QueryRange) => ({
    TableName: table,
    IndexName: SPAM,
    KeyConditionExpression: ['spam_form_id = :form', ...condition].join(' AND '),
    ExpressionAttributeValues: { ...values, ':form': partition },
    ScanIndexForward: false,
    ...(after !== undefined && {
      ExclusiveStartKey: { form_id: partition, submission_id: after, spam_form_id: partition },
    }),
  });

  /**
   * Reads the keys from the index and then the items with these keys. The index is eventually consistent, but
   * the items are read with strong consistency, so submissions that were released or deleted are never
   * listed.
   */
  const readSpam = async (
    partition: string,
    filter: SubmissionCriteria,
    range: QueryRange,
    Limit: number,
  ): Promise<Batch> => {
    const { Items, LastEvaluatedKey, ScannedCount } = await db.send(
      new QueryCommand({ ...queryOfSpam(partition, range), Limit }),
    );
    return {
      rows: await findPassing(z.array(keys).parse(Items ?? []), filter),
      scanned: ScannedCount ?? 0,
      next: keys.optional().parse(LastEvaluatedKey)?.submission_id,
    };
  };

  const findPassing = async (
    wanted: readonly z.infer<typeof keys>[],
    filter: SubmissionCriteria,
  ): Promise<Submission[]> =>
    (await findAll(wanted))
      .map((each) => asReadBy(each, filter.reader))
      .filter((each) => passes(each, filter) && !isExpired(each, now()));

  /** Returns the items with these keys, in the order of the keys. Skips items that don't exist. */
  const findAll = async (wanted: readonly z.infer<typeof keys>[]): Promise<Submission[]> => {
    const batches = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, index) =>
      wanted.slice(index * BATCH, (index + 1) * BATCH),
    );
    const rows = await Promise.all(
      batches.map((Keys) => batchGet(db, { [table]: { Keys, ConsistentRead: true } })),
    );
    const found = new Map(
      z
        .array(submission)
        .parse(rows.flatMap((each) => each[table] ?? []))
        .map((each) => [each.submission_id, each]),
    );
    return wanted.flatMap(({ submission_id }) => found.get(submission_id) ?? []);
  };

  return {
    /** Returns the partition's submissions with these ULIDs that pass the filter, in the order of the ULIDs. */
    findMatching: (partition: string, ulids: readonly string[], filter: SubmissionCriteria) =>
      findPassing(
        ulids.map((ulid) => ({
          form_id: partition,
          submission_id: submissionIdOf(formIdOfPartition(partition), ulid),
        })),
        filter,
      ),

    /**
     * Lists the submissions that pass the filter, newest first. A page may have fewer rows than
     * `limit`, or none, even if more pages follow.
     */
    async list(
      partition: string,
      filter: SubmissionCriteria,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Submission, string>> {
      const rows: Submission[] = [];
      let next = after;
      // Read one extra row to check whether there is a next page.
      let ask = limit + 1;
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        const found = await read(partition, filter, rangeOf(formIdOfPartition(partition), filter, next), ask);
        rows.push(...found.rows);
        if (rows.length > limit) {
          const page = rows.slice(0, limit);
          return { rows: page, next: page.at(-1)?.submission_id };
        }
        next = found.next;
        if (next === undefined) break;
        ask = Math.min(ask * 4, MAX_READ_SIZE);
      }
      return { rows, next };
    },

    /**
     * Counts the submissions that pass the filter. If time runs out, returns the number counted so
     * far. Reads one page of up to 1 MB at a time.
     */
    async count(partition: string, filter: SubmissionCriteria, isOutOfTime: () => boolean): Promise<number> {
      const formId = formIdOfPartition(partition);
      let count = 0;
      let next: string | undefined;
      do {
        const range = rangeOf(formId, filter, next);
        const found =
          !isFilteredLater(filter) && filter.status !== 'spam'
            ? await countOf({ ...queryOfAny(partition, filter, range), ConsistentRead: true })
            : await read(partition, filter, range).then((each) => ({ ...each, count: each.rows.length }));
        count += found.count;
        next = found.next;
      } while (next !== undefined && !isOutOfTime());
      const { status, since: _s, until: _u, reader: _r, ...others } = filter;
      if (status !== 'spam' || Object.keys(others).length > 0) return count;
      // Count the remaining keys in the index. This is fast, but includes spam that has expired and isn't
      // deleted yet.
      while (next !== undefined) {
        const found = await countOf(queryOfSpam(partition, rangeOf(formId, filter, next)));
        count += found.count;
        next = found.next;
      }
      return count;
    },

    /**
     * Reads at most `limit` stored submissions and 1 MB from the newest end of a time range. The first read
     * is strongly consistent, so that it includes the newest submissions. The other reads aren't, because
     * that costs half as much.
     * @returns the rows that pass the filter. `scanned` is the number of submissions read, and `next` is the
     *   last one if there may be more
     */
    async readStretch(
      { partition, from, to }: TimeRange,
      filter: SubmissionCriteria,
      { limit, isFirst }: { limit: number; isFirst: boolean },
    ): Promise<{ rows: Submission[]; scanned: number; next: string | undefined }> {
      const formId = formIdOfPartition(partition);
      if (from >= to) return { rows: [], scanned: 0, next: undefined };
      const range = {
        condition: ['submission_id BETWEEN :from AND :to'],
        values: { ':from': submissionIdOf(formId, from), ':to': submissionIdOf(formId, to) },
      };
      const { rows, scanned, next } = await read(partition, filter, range, limit, isFirst);
      return {
        // The key condition includes the end of the range, so remove a submission at that position, which has
        // already been read.
        rows: rows.filter(({ submission_id }) => ulidOf(submission_id) < to),
        scanned,
        next: next && ulidOf(next),
      };
    },

    /** Returns the position of the oldest submission, or undefined if there is none. */
    async oldest(partition: string): Promise<string | undefined> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'form_id = :form',
          ExpressionAttributeValues: { ':form': partition },
          ProjectionExpression: 'submission_id',
          Limit: 1,
        }),
      );
      const [first] = z.array(z.object({ submission_id: z.string() })).parse(Items ?? []);
      return first && ulidOf(first.submission_id);
    },

    /**
     * Yields all submissions that pass the filter in batches, newest first. Reads the next batch while the
     * consumer uses the current one.
     */
    async *all(partition: string, filter: SubmissionCriteria): AsyncGenerator<readonly Submission[]> {
      const readAfter = (after: string | undefined) =>
        read(partition, filter, rangeOf(formIdOfPartition(partition), filter, after));
      let reading: ReturnType<typeof read> | undefined = readAfter(undefined);
      while (reading) {
        const { rows, next }: Awaited<ReturnType<typeof read>> = await reading;
        reading = next === undefined ? undefined : readAfter(next);
        // If the consumer stops early, nothing awaits the next batch. Avoid an unhandled rejection in case
        // reading that batch fails.
        reading?.catch(() => undefined);
        yield rows;
      }
    },
  };
}
