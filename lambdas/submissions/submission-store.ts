/** Finds and lists submissions (table Submissions). Expired ones are not found. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { epochSeconds, type Clock } from '../core/clock.ts';
import { submissionIdBound, submissionIdOf, ulidOf } from '../core/ids.ts';
import type { Page } from '../core/pagination.ts';
import { isExpired } from './retention.ts';
import { holdsWords, searchWords } from './search-words.ts';
import { submission, type Submission } from './submission.ts';
import type { SubmissionFilter } from './submissions-query.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Name of the index that holds spam only: with it a read finds little spam among many accepted submissions. */
const SPAM = 'spam';

/** A query reads at most 1 MB, of which the filter may leave little, so that one list makes several queries. */
const MOST_READS = 10;
const LARGEST_READ = 1000;

/** The stored submissions. */
export function submissionStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  /** One query, newest first: the rows that pass the filter, and the id to continue after. */
  const read = async (
    formId: string,
    filter: SubmissionFilter,
    after: string | undefined,
    Limit?: number,
  ): Promise<{ rows: Submission[]; next: string | undefined }> => {
    const partition = filter.status === 'spam' ? 'spam_form_id' : 'form_id';
    const range = rangeOf(formId, filter, after);
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        // A global index cannot be read strongly consistent; the table is.
        ...(filter.status === 'spam' ? { IndexName: SPAM } : { ConsistentRead: true }),
        KeyConditionExpression: [`${partition} = :form`, ...range.condition].join(' AND '),
        FilterExpression: conditionsOf(filter).join(' AND '),
        ExpressionAttributeValues: {
          ...range.values,
          ':form': formId,
          ':now': epochSeconds(now()),
        },
        ScanIndexForward: false,
        ...(Limit !== undefined && { Limit }),
        ...(after !== undefined && {
          ExclusiveStartKey: { form_id: formId, submission_id: after, [partition]: formId },
        }),
      }),
    );
    const last = z.object({ submission_id: z.string() }).optional().parse(LastEvaluatedKey);
    return { rows: rowsOf(Items, filter), next: last?.submission_id };
  };

  return {
    /** The submission with this id, strongly consistent: found as soon as it was accepted (docs/invariants.md, 1). */
    async find(formId: string, submissionId: string): Promise<Submission | undefined> {
      const Key = { form_id: formId, submission_id: submissionId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      const found = Item && submission.parse(Item);
      return found && !isExpired(found, now()) ? found : undefined;
    },

    /**
     * The form's submissions that pass the filter, newest first. A page may have fewer rows than `limit`, or none, and
     * still have a next page, when the filter removed many.
     */
    async list(
      formId: string,
      filter: SubmissionFilter,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Submission, string>> {
      const rows: Submission[] = [];
      let next = after;
      // One row more than asked for tells whether there is a next page.
      let ask = limit + 1;
      for (let reads = 0; reads < MOST_READS; reads += 1) {
        const found = await read(formId, filter, next, ask);
        rows.push(...found.rows);
        if (rows.length > limit) {
          const page = rows.slice(0, limit);
          return { rows: page, next: page.at(-1)?.submission_id };
        }
        next = found.next;
        if (next === undefined) break;
        ask = Math.min(ask * 4, LARGEST_READ);
      }
      return { rows, next };
    },

    /**
     * Reads from the newest end of a stretch of time, at most `limit` stored submissions or 1 MB. A read without limit
     * is eventually consistent: it costs half, and what was stored in the last second is in the first read of a list,
     * which has a limit.
     * @returns the rows that pass the filter; `scanned` counts all, `next` is the last one that was read if there may be more
     */
    async readStretch(
      { formId, from, to }: { formId: string; from: string; to: string },
      filter: SubmissionFilter,
      limit: number | undefined,
    ): Promise<{ rows: Submission[]; scanned: number; next: string | undefined }> {
      if (from >= to) return { rows: [], scanned: 0, next: undefined };
      const isSpam = filter.status === 'spam';
      const { Items, LastEvaluatedKey, ScannedCount } = await db.send(
        new QueryCommand({
          TableName: table,
          ...(isSpam ? { IndexName: SPAM } : { ConsistentRead: limit !== undefined }),
          KeyConditionExpression: `${isSpam ? 'spam_form_id' : 'form_id'} = :form AND submission_id BETWEEN :from AND :to`,
          FilterExpression: conditionsOf(filter).join(' AND '),
          ExpressionAttributeValues: {
            ':form': formId,
            ':from': submissionIdOf(formId, from),
            ':to': submissionIdOf(formId, to),
            ':now': epochSeconds(now()),
          },
          ScanIndexForward: false,
          ...(limit !== undefined && { Limit: limit }),
        }),
      );
      const last = z.object({ submission_id: z.string() }).optional().parse(LastEvaluatedKey);
      return {
        // The condition includes the row at the end of the stretch, which was read before.
        rows: rowsOf(Items, filter).filter(({ submission_id }) => ulidOf(submission_id) < to),
        scanned: ScannedCount ?? 0,
        next: last && ulidOf(last.submission_id),
      };
    },

    /** The place of the form's oldest submission. */
    async oldest(formId: string): Promise<string | undefined> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'form_id = :form',
          ExpressionAttributeValues: { ':form': formId },
          ProjectionExpression: 'submission_id',
          Limit: 1,
        }),
      );
      const [first] = z.array(z.object({ submission_id: z.string() })).parse(Items ?? []);
      return first && ulidOf(first.submission_id);
    },

    /** All submissions that pass the filter, newest first, in batches; the next batch is read while one is used. */
    async *all(formId: string, filter: SubmissionFilter): AsyncGenerator<readonly Submission[]> {
      let reading: ReturnType<typeof read> | undefined = read(formId, filter, undefined);
      while (reading) {
        const { rows, next }: Awaited<ReturnType<typeof read>> = await reading;
        reading = next === undefined ? undefined : read(formId, filter, next);
        // A consumer that stops early does not await the next batch: its failure must not be unhandled.
        reading?.catch(() => undefined);
        yield rows;
      }
    },
  };
}

/** The conditions on stored submissions, whose only value is the present time as `:now`. */
function conditionsOf({ status, read, starred, has_files }: SubmissionFilter): string[] {
  const presence = (name: string, wanted: boolean | undefined): string[] =>
    wanted === undefined ? [] : [`${wanted ? 'attribute_exists' : 'attribute_not_exists'}(${name})`];
  return [
    '(attribute_not_exists(expires_at) OR expires_at > :now)',
    ...(status === 'received' ? ['attribute_not_exists(spam_form_id)'] : []),
    ...presence('read_at', read),
    ...presence('starred', starred),
    ...presence('attachments', has_files),
  ];
}

const stored = z.object({ payload: z.array(z.tuple([z.string(), z.string()])) });

/** The rows that hold the words of the filter; only these are parsed whole, as a search reads very many. */
function rowsOf(items: readonly unknown[] | undefined, { q }: SubmissionFilter): Submission[] {
  const words = q === undefined ? [] : searchWords(q);
  const matching = (items ?? []).filter(
    (item) => words.length === 0 || holdsWords(stored.parse(item).payload, words),
  );
  return z.array(submission).parse(matching);
}

/** The bounds of the sort key. A query that continues after a row is before `until` already. */
function rangeOf(
  formId: string,
  { since, until }: SubmissionFilter,
  after: string | undefined,
): { condition: string[]; values: Record<string, string> } {
  const from = since === undefined ? undefined : { ':from': submissionIdBound(formId, since) };
  const to =
    until === undefined || after !== undefined ? undefined : { ':to': submissionIdBound(formId, until) };
  const condition =
    from && to
      ? ['submission_id BETWEEN :from AND :to']
      : [...(from ? ['submission_id >= :from'] : []), ...(to ? ['submission_id < :to'] : [])];
  return { condition, values: { ...from, ...to } };
}
