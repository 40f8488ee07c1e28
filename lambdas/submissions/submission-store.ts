/** Finds and lists submissions (table Submissions). Expired ones are not found. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { epochSeconds, type Clock } from '../core/clock.ts';
import { submissionIdBound } from '../core/ids.ts';
import type { Page } from '../core/pagination.ts';
import { batchGet } from '../aws/batch-get.ts';
import { isExpired } from './retention.ts';
import { submission, type Submission } from './submission.ts';
import type { SubmissionFilter } from './submissions-query.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

/** Name of the index of the keys of spam: with it a read finds little spam among many accepted submissions. */
const SPAM = 'spam';

/** A query reads at most 1 MB, of which the filter may leave little, so that one list makes several queries. */
const MOST_READS = 10;
const LARGEST_READ = 1000;
/** Items that one BatchGetItem reads, and keys that one query of the index of spam asks for unless told otherwise. */
const BATCH = 100;

const keys = z.object({ form_id: z.string(), submission_id: z.string() });

/** The stored submissions. */
export function submissionStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  interface Batch {
    readonly rows: Submission[];
    readonly next: string | undefined;
  }

  /** One query of the form's submissions, newest first: the rows that pass the filter, and the id to continue after. */
  const read = (
    formId: string,
    filter: SubmissionFilter,
    after: string | undefined,
    limit?: number,
  ): Promise<Batch> =>
    filter.status === 'spam'
      ? readSpam(formId, filter, after, Math.min(limit ?? BATCH, BATCH + 1))
      : readAny(formId, filter, after, limit);

  const readAny = async (
    formId: string,
    filter: SubmissionFilter,
    after: string | undefined,
    Limit: number | undefined,
  ): Promise<Batch> => {
    const range = rangeOf(formId, filter, after);
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: ['form_id = :form', ...range.condition].join(' AND '),
        FilterExpression: [
          '(attribute_not_exists(expires_at) OR expires_at > :now)',
          ...(filter.status === 'received' ? ['attribute_not_exists(spam_form_id)'] : []),
        ].join(' AND '),
        ExpressionAttributeValues: {
          ...range.values,
          ':form': formId,
          ':now': epochSeconds(now()),
        },
        ScanIndexForward: false,
        ...(Limit !== undefined && { Limit }),
        ...(after !== undefined && { ExclusiveStartKey: { form_id: formId, submission_id: after } }),
      }),
    );
    return {
      rows: z.array(submission).parse(Items ?? []),
      next: keys.optional().parse(LastEvaluatedKey)?.submission_id,
    };
  };

  /**
   * The keys from the index, then their items: two round trips. The index is a moment behind the table and cannot be read
   * strongly consistent; the items are, so that nothing is listed that was released or deleted.
   */
  const readSpam = async (
    formId: string,
    filter: SubmissionFilter,
    after: string | undefined,
    Limit: number,
  ): Promise<Batch> => {
    const range = rangeOf(formId, filter, after);
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: SPAM,
        KeyConditionExpression: ['spam_form_id = :form', ...range.condition].join(' AND '),
        ExpressionAttributeValues: { ...range.values, ':form': formId },
        ScanIndexForward: false,
        Limit,
        ...(after !== undefined && {
          ExclusiveStartKey: { form_id: formId, submission_id: after, spam_form_id: formId },
        }),
      }),
    );
    const found = await findAll(z.array(keys).parse(Items ?? []));
    return {
      rows: found.filter((each) => each.status === 'spam' && !isExpired(each, now())),
      next: keys.optional().parse(LastEvaluatedKey)?.submission_id,
    };
  };

  /** The items of these keys that exist, in their order. */
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
