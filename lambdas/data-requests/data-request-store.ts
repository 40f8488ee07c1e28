/**
 * Stores data requests and their matches (FormJobs table). A running request occupies one of its account's
 * slots. The number of slots limits how many requests can run at the same time.
 */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deletePartition, putItems } from '../aws/batch-delete.ts';
import { conditionHolds, failedConditions, transact, type DocumentClient } from '../aws/dynamodb.ts';
import type { AuditPut } from '../core/audit-row.ts';
import { epochSeconds, timestamp, type Clock } from '../core/clock.ts';
import { RateLimited } from '../core/errors/errors.ts';
import { accountIdOfDataRequest } from '../core/ids.ts';
import type { RequestRecords } from './request-records.ts';
import { runnerOf } from './request-runner.ts';
import type { Page } from '../core/web/pagination.ts';
import { dataRequest, isRunning, slots, storedMatch } from './data-request.ts';
import type { DataRequest, StoredMatch } from './data-request.ts';

const REQUESTS = 'dsr_';
const MATCHES = 'match#';
/** Seconds after which clients should try again if too many requests are running. */
const RETRY_SECONDS = 60;

const itemKey = z.object({ kind: z.string() });

/** Creates the store. */
export function dataRequestStore(db: DocumentClient, table: string, now: Clock = Date.now): RequestRecords {
  /** Returns a page of a partition's items, newest first. Skips expired items, but still fills the page. */
  const pageOf = async <Row extends { readonly kind: string }>(
    partition: string,
    prefix: string,
    schema: z.ZodType<Row>,
    limit: number,
    after: string | undefined,
  ): Promise<Page<Row, string>> => {
    const found: Row[] = [];
    let start = after;
    do {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'form_id = :partition AND begins_with(kind, :prefix)',
          FilterExpression: 'attribute_not_exists(expires_at) OR expires_at > :now',
          ExpressionAttributeValues: {
            ':partition': partition,
            ':prefix': prefix,
            ':now': epochSeconds(now()),
          },
          ScanIndexForward: false,
          ConsistentRead: true,
          // Read one extra row to find out whether there is a next page.
          Limit: limit + 1 - found.length,
          ...(start !== undefined && { ExclusiveStartKey: { form_id: partition, kind: start } }),
        }),
      );
      found.push(...z.array(schema).parse(Items ?? []));
      start = itemKey.optional().parse(LastEvaluatedKey)?.kind;
    } while (start !== undefined && found.length <= limit);
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? rows.at(-1)?.kind : undefined };
  };

  /** Returns the account's free slots. */
  const freeSlots = async (accountId: string) => {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'form_id = :account AND begins_with(kind, :prefix)',
        ProjectionExpression: 'kind',
        ExpressionAttributeValues: { ':account': accountId, ':prefix': 'data-request-' },
        ConsistentRead: true,
      }),
    );
    const taken = z
      .array(itemKey)
      .parse(Items ?? [])
      .map(({ kind }) => kind);
    return slots.filter((slot) => !taken.includes(slot));
  };

  return {
    async find(id: string): Promise<DataRequest | undefined> {
      const form_id = accountIdOfDataRequest(id);
      if (form_id === undefined) return undefined;
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: { form_id, kind: id }, ConsistentRead: true }),
      );
      const found = Item && dataRequest.parse(Item);
      return found && (found.expires_at ?? Infinity) > epochSeconds(now()) ? found : undefined;
    },

    list: (accountId, limit, after) => pageOf(accountId, REQUESTS, dataRequest, limit, after),

    matches: (requestId, limit, after) => pageOf(requestId, MATCHES, storedMatch, limit, after),

    addMatches: (matches: readonly StoredMatch[]): Promise<void> => putItems(db, table, matches),

    removeMatches: (requestId: string, isOutOfTime: () => boolean): Promise<boolean> =>
      deletePartition(
        db,
        { table, partition: { name: 'form_id', value: requestId }, sort: 'kind', prefix: MATCHES },
        isOutOfTime,
      ),

    async touch({ form_id, kind, slot }: DataRequest): Promise<void> {
      if (slot === undefined) return;
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: { form_id, kind: slot },
            UpdateExpression: 'SET touched_at = :now',
            ConditionExpression: 'data_request_id = :id',
            ExpressionAttributeValues: { ':now': timestamp(now()), ':id': kind },
          }),
        ),
      );
    },

    async start(
      before: DataRequest | undefined,
      request: DataRequest,
      audit: AuditPut,
    ): Promise<DataRequest | undefined> {
      const version = (before?.version ?? 0) + 1;
      for (const slot of await freeSlots(request.form_id)) {
        const started = { ...request, slot, version };
        try {
          await transact(db, {
            TransactItems: [
              {
                Put: {
                  TableName: table,
                  Item: runnerOf(started, slot, now()),
                  ConditionExpression: 'attribute_not_exists(form_id)',
                },
              },
              {
                Put: {
                  TableName: table,
                  Item: started,
                  ...(before
                    ? {
                        ConditionExpression: 'version = :version',
                        ExpressionAttributeValues: { ':version': before.version },
                      }
                    : { ConditionExpression: 'attribute_not_exists(form_id)' }),
                },
              },
              audit,
            ],
          });
          return started;
        } catch (error) {
          const failed = failedConditions(error);
          if (failed?.[1] === true) return undefined;
          // If another request has taken the slot in the meantime, try the next one.
          if (failed?.[0] !== true) throw error;
        }
      }
      const text = `${slots.length} data requests are already running. Wait until one of them has finished.`;
      throw new RateLimited(text, RETRY_SECONDS);
    },

    async replace(
      before: DataRequest,
      after: DataRequest,
      audit: readonly AuditPut[] = [],
    ): Promise<DataRequest | undefined> {
      const next = { ...after, version: before.version + 1 };
      const put = {
        TableName: table,
        Item: next,
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      };
      const isFreed = before.slot !== undefined && !isRunning(next);
      if (!isFreed && audit.length === 0)
        return (await conditionHolds(db.send(new PutCommand(put)))) ? next : undefined;
      const freed = {
        Delete: {
          TableName: table,
          Key: { form_id: before.form_id, kind: before.slot },
          ConditionExpression: 'data_request_id = :id',
          ExpressionAttributeValues: { ':id': before.kind },
        },
      };
      try {
        await transact(db, { TransactItems: [{ Put: put }, ...(isFreed ? [freed] : []), ...audit] });
        return next;
      } catch (error) {
        if (failedConditions(error)?.includes(true) === true) return undefined;
        throw error;
      }
    },
  };
}
