/** Adds rows to the audit log, lists them, and deletes all of an account's rows (AuditEvents table). */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { deletePartition } from '../aws/batch-delete.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { MINUTE, type Clock } from '../core/clock.ts';
import { auditEventIdBound, auditEventTime } from '../core/ids.ts';
import type { Page } from '../core/web/pagination.ts';
import type { RandomBytes } from '../core/random.ts';
import {
  attemptKeyOf,
  auditEndPut,
  auditMerger,
  auditPartitions,
  auditPut,
  RETENTION,
  type AuditChange,
  type AuditEnd,
  type AuditEventView,
  type AuditSource,
} from './audit-event.ts';
import type { AuditAttemptKey, AuditPut, ChangedMember } from '../core/audit-row.ts';

/** A change in progress, recorded as `attempted`. */
export interface AuditAttempt {
  /** Stores the change's result. Before this call, the audit row's outcome is `attempted`. */
  end(outcome: AuditEnd): Promise<void>;
}

export type AuditLog = ReturnType<typeof auditLog>;

/** Adds rows to the audit log. Never changes or deletes a row. */
export function auditLog(db: DocumentClient, table: string, now: Clock, random: RandomBytes) {
  const put = async ({ Put }: AuditPut): Promise<void> => {
    await db.send(new PutCommand({ ...Put }));
  };
  return {
    /**
     * Builds the DynamoDB put that adds a change's audit row. Include it in the transaction that makes the
     * change, so that the change is never stored without its audit row.
     */
    rowOf: (
      source: AuditSource,
      change: AuditChange,
      outcome: 'completed' | 'attempted' = 'completed',
    ): AuditPut => auditPut(table, source, change, outcome, { at: now(), random }),

    /** Adds the audit row for an event that has already happened, such as a sign-in. */
    record: (source: AuditSource, change: AuditChange): Promise<void> =>
      put(auditPut(table, source, change, 'completed', { at: now(), random })),

    /** Adds the audit row for a change that is about to be made. */
    async begin(source: AuditSource, change: AuditChange): Promise<AuditAttempt> {
      const row = auditPut(table, source, change, 'attempted', { at: now(), random });
      await put(row);
      return { end: (outcome) => put(auditEndPut(table, attemptKeyOf(row), outcome)) };
    },

    /** Builds the DynamoDB put that adds the result of a change that was started in another request. */
    endOf: (attempt: AuditAttemptKey, outcome: AuditEnd, changes: readonly ChangedMember[]): AuditPut =>
      auditEndPut(table, attempt, outcome, changes),
  };
}

/** Maximum number of items to read for one page of results, and in one query. */
const MAX_ITEMS = 2000;
const ITEMS_AT_ONCE = 500;
/** Maximum difference between the clocks of two functions, in milliseconds. */
const CLOCK_SKEW = MINUTE;

export interface AuditSelection {
  /** Start of the time range (inclusive), in milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** End of the time range (exclusive), in milliseconds since the epoch. */
  readonly until?: number | undefined;
  readonly matches: (row: AuditEventView) => boolean;
  /** Set this to true if only a few rows are likely to match, so that each query reads more items. */
  readonly isFiltered: boolean;
}

/** Creates a reader that lists rows of the audit log. */
export function auditReader(db: DocumentClient, table: string, now: Clock) {
  return {
    /**
     * Lists the account's rows, newest first, using strongly consistent reads. Reads up to 2,000 items. If
     * few of the items match, the page can have fewer rows than `limit` or none, but it still has a cursor
     * for the next page.
     * @param after id of the last row on the previous page
     */
    async list(
      accountId: string,
      { since = 0, until = Infinity, matches, isFiltered }: AuditSelection,
      limit: number,
      after: string | undefined,
    ): Promise<Page<AuditEventView, string>> {
      // Skip expired rows, because DynamoDB's TTL can delete them up to two days late.
      const oldest = Math.max(since, now() - RETENTION + 1);
      const newest = Math.min(until, after === undefined ? now() + CLOCK_SKEW : auditEventTime(after));
      if (newest < oldest) return { rows: [], next: undefined };
      const { merge } = auditMerger();
      const rows: AuditEventView[] = [];
      let before = after ?? auditEventIdBound(newest);
      let lastSeen = after;
      let items = 0;
      for (const partition of auditPartitions(accountId, oldest, newest)) {
        for (let isMore = true; isMore;) {
          if (items >= MAX_ITEMS) return { rows, next: lastSeen };
          const { Items = [], LastEvaluatedKey } = await db.send(
            new QueryCommand({
              TableName: table,
              KeyConditionExpression: 'account_month = :partition AND event_id BETWEEN :oldest AND :before',
              ExpressionAttributeValues: {
                ':partition': partition,
                ':oldest': auditEventIdBound(oldest),
                ':before': before,
              },
              ScanIndexForward: false,
              ConsistentRead: true,
              // Read one extra row to find out whether there is a next page. Each row can consist of two
              // items.
              Limit: isFiltered ? ITEMS_AT_ONCE : 2 * limit + 3,
            }),
          );
          for (const item of Items.filter(({ event_id }) => event_id !== before)) {
            const row = merge(item);
            if (!row) continue;
            if (rows.length === limit && matches(row)) return { rows, next: lastSeen };
            lastSeen = row.id;
            if (matches(row)) rows.push(row);
          }
          before = String(Items.at(-1)?.['event_id'] ?? before);
          items += Items.length;
          isMore = LastEvaluatedKey !== undefined;
        }
      }
      return { rows, next: undefined };
    },
  };
}

/**
 * Deletes all of an account's audit log rows. Only used when an account is deleted. No Lambda function has
 * permission to do this.
 */
export async function removeAuditLog(
  db: DocumentClient,
  table: string,
  accountId: string,
  at: number,
): Promise<void> {
  for (const value of auditPartitions(accountId, at - RETENTION - CLOCK_SKEW, at + CLOCK_SKEW)) {
    const partition = { name: 'account_month', value };
    await deletePartition(db, { table, partition, sort: 'event_id' }, () => false);
  }
}
