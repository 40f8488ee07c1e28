/** Submissions as the management API and deliveries read them (table Submissions). Expired ones are not there. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { epochSeconds, type Clock } from '../core/clock.ts';
import { submissionIdBound } from '../core/ids.ts';
import type { Page } from '../core/pagination.ts';
import { isExpired } from './retention.ts';
import { submission, type Submission, type SubmissionStatus } from './submission.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';

export interface SubmissionFilter {
  readonly status?: SubmissionStatus | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  readonly until?: number | undefined;
}

/** Name of the index that holds spam and nothing else, so that little spam is found among many others. */
const SPAM = 'spam';

/** A read brings 1 MB at most, and what is filtered may leave little of it: one request reads a few times. */
const MOST_READS = 10;
const LARGEST_READ = 1000;

export function submissionStore(db: DocumentClient, table: string, now: Clock = Date.now) {
  /** One read, newest first; the rows that the filter leaves, and the id to read on from. */
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
        // The index is a moment behind the table; everything else is read as it is.
        ...(filter.status === 'spam' ? { IndexName: SPAM } : { ConsistentRead: true }),
        KeyConditionExpression: [`${partition} = :form`, ...range.condition].join(' AND '),
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
        ...(after !== undefined && {
          ExclusiveStartKey: { form_id: formId, submission_id: after, [partition]: formId },
        }),
      }),
    );
    const last = z.object({ submission_id: z.string() }).optional().parse(LastEvaluatedKey);
    return { rows: z.array(submission).parse(Items ?? []), next: last?.submission_id };
  };

  return {
    /** Strongly consistent: every 201 is found again at once (invariant 1). */
    async find(formId: string, submissionId: string): Promise<Submission | undefined> {
      const Key = { form_id: formId, submission_id: submissionId };
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      const found = Item && submission.parse(Item);
      return found && !isExpired(found, now()) ? found : undefined;
    },

    /**
     * The form's submissions that the filter lets through, newest first. A page may be short of `limit`, or empty,
     * and have a next one, when much was filtered out.
     */
    async list(
      formId: string,
      filter: SubmissionFilter,
      limit: number,
      after: string | undefined,
    ): Promise<Page<Submission, string>> {
      const rows: Submission[] = [];
      let next = after;
      // One more than wanted tells whether there is a next page.
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

    /** All of them, newest first, as they come out of the table; the next read is under way while one is used. */
    async *all(formId: string, filter: SubmissionFilter): AsyncGenerator<readonly Submission[]> {
      let reading: ReturnType<typeof read> | undefined = read(formId, filter, undefined);
      while (reading) {
        const { rows, next }: Awaited<ReturnType<typeof read>> = await reading;
        reading = next === undefined ? undefined : read(formId, filter, next);
        // Whoever stops in between awaits no more: that the read fails then concerns nobody.
        reading?.catch(() => undefined);
        yield rows;
      }
    },
  };
}

/** The bounds that a read needs: newest first, one that goes on after a row is before `until` anyway. */
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
