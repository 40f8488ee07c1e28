/**
 * The rows of the audit log: who changed what in an account, and with what result (docs/specification.md,
 * "Audit log").
 *
 * A row is written as `completed` in the transaction that makes the change. If the change takes more than one
 * write, it is written before as `attempted`. The result of an attempt is stored in a second item next to the
 * first, because the log is append-only. Readers merge both items.
 */
import * as z from 'zod';
import { actorTypes, type Actor } from '../core/caller.ts';
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import { newAuditEventId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { auditTargetTypes, type AuditPut } from '../core/audit-row.ts';

/** How long rows are kept, in milliseconds. */
export const RETENTION = 400 * DAY;

/** `attempted`: the result of the change is unknown. `failed`: the change was rejected, and nothing changed. */
export const auditOutcomes = ['completed', 'attempted', 'failed'] as const;

const actor = z.object({
  type: z.enum(actorTypes).describe('Kind of caller. `operator` is the person who runs the service.'),
  id: z.string().describe('ID of the key or member; for an access token, the ID of its key.'),
  name: z.string().describe('Name of the actor at the time of the change.'),
});

const target = z.object({
  type: z.enum(auditTargetTypes).describe('Type of the resource that was changed.'),
  id: z.string().nullable().describe('ID of the target; null if the request contained no possible ID.'),
});
export type AuditTarget = z.infer<typeof target>;

/** A row as returned by the API. */
export const auditEventView = z.object({
  id: z.string().describe('The row.'),
  at: z.string().describe('When the change was made.'),
  actor: actor.describe('Who made it.'),
  action: z
    .string()
    .describe('The operation, by its `operationId` in this document; for the operator, the command.'),
  target: target.describe('What was changed.'),
  outcome: z
    .enum(auditOutcomes)
    .describe('`attempted`: the result is unknown. `failed`: the change was rejected, and nothing changed.'),
  request_id: z
    .string()
    .nullable()
    .describe('The `x-request-id` of the response; null for the operator, whose commands are not requests.'),
  ip: z.string().nullable().describe('IP address that the request came from; null for the operator.'),
});
export type AuditEventView = z.infer<typeof auditEventView>;

/** A row as stored, without the result that is added later. */
const storedEvent = auditEventView.omit({ id: true }).extend({ event_id: z.string() });
/** The result of an attempt, stored next to its row. */
const storedEnd = z.object({ event_id: z.string(), outcome: z.enum(['completed', 'failed']) });
export type AuditEnd = z.infer<typeof storedEnd>['outcome'];

/** Who made a change, and with which request. */
export interface AuditSource {
  readonly account_id: string;
  readonly actor: Actor;
  /** Null outside of HTTP. */
  readonly request_id: string | null;
  /** Null outside of HTTP. */
  readonly ip: string | null;
}

/** The resource that is changed. */
export interface AuditChange {
  /** Name of the operation, or of the operator's command. */
  readonly action: string;
  readonly target: AuditTarget;
}

/**
 * Suffix of the row's id in the sort key, so that a reader that goes backwards finds the result just before
 * the row.
 */
const END = '#end';

/** Returns the partition of an account's rows in one month (UTC). */
export const auditPartition = (accountId: string, at: number): string =>
  `${accountId}#${timestamp(at).slice(0, 7)}`;

/** Returns the partitions of the account's rows from `newest` back to `oldest`, newest first. */
export function auditPartitions(accountId: string, oldest: number, newest: number): string[] {
  const partitions: string[] = [];
  const first = auditPartition(accountId, oldest);
  for (let at = newest; ; at = startOfMonth(at) - 1) {
    const partition = auditPartition(accountId, at);
    if (partition < first) return partitions;
    partitions.push(partition);
  }
}

function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Returns the write of a new row. */
export function auditPut(
  table: string,
  { account_id, actor, request_id, ip }: AuditSource,
  { action, target }: AuditChange,
  outcome: 'completed' | 'attempted',
  { at, random }: { at: number; random: RandomBytes },
): AuditPut {
  return putOf(table, {
    account_month: auditPartition(account_id, at),
    event_id: newAuditEventId(at, random),
    at: timestamp(at),
    actor: { type: actor.type, id: actor.id, name: actor.name },
    action,
    target: { type: target.type, id: target.id },
    outcome,
    request_id,
    ip,
    expires_at: epochSeconds(at + RETENTION),
  });
}

/** Returns the write of an attempt's result. It is in the partition of the attempt and expires with it. */
export function auditEndPut(attempt: AuditPut, outcome: AuditEnd): AuditPut {
  const { account_month, event_id, expires_at } = attempt.Put.Item;
  return putOf(attempt.Put.TableName, {
    account_month,
    event_id: `${String(event_id)}${END}`,
    outcome,
    expires_at,
  });
}

function putOf(TableName: string, Item: Readonly<Record<string, unknown>>): AuditPut {
  // A row is never overwritten (docs/invariants.md, 10).
  return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(event_id)' } };
}

/** Merges rows with their results. Items must arrive newest first, in any number of calls. */
export function auditMerger() {
  const ends = new Map<string, AuditEnd>();
  return {
    /** Returns the row of an item; undefined for an item with the result of the next row. */
    merge(item: Readonly<Record<string, unknown>>): AuditEventView | undefined {
      const sortKey = String(item['event_id']);
      if (sortKey.endsWith(END)) {
        ends.set(sortKey.slice(0, -END.length), storedEnd.parse(item).outcome);
        return undefined;
      }
      const { event_id: id, ...row } = storedEvent.parse(item);
      return { id, ...row, outcome: ends.get(id) ?? row.outcome };
    },
  };
}
