/**
 * Defines the rows of the audit log, which record who changed what in an account, and with what result
 * (docs/specification.md, "Audit log").
 *
 * The transaction that makes a change also writes its row as `completed`. If a change takes several writes,
 * its row is first written as `attempted`. The log is append-only, so the result of the attempt is stored in
 * a second item next to the first. Readers merge the two items.
 */
import * as z from 'zod';
import { actorTypes, type Actor } from '../core/caller.ts';
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import { newAuditEventId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import {
  auditTargetTypes,
  type AuditAttemptKey,
  type AuditPut,
  type ChangedMember,
} from '../core/audit-row.ts';

/** Retention period for audit rows, in milliseconds. */
export const RETENTION = 400 * DAY;

/**
 * `attempted`: it's unknown whether the change was made. `failed`: the change was rejected, and nothing
 * changed.
 */
export const auditOutcomes = ['completed', 'attempted', 'failed'] as const;

const actor = z.object({
  type: z
    .enum(actorTypes)
    .describe(
      'Kind of caller. `operator` is the person who runs the service. `service` is the service itself, for example when it recovers a webhook with `auto_recover`.',
    ),
  id: z.string().describe('ID of the key or member; for an access token, the ID of its key.'),
  name: z.string().describe('Name of the actor at the time of the change.'),
});

const target = z.object({
  type: z.enum(auditTargetTypes).describe('Type of the resource that was changed.'),
  id: z.string().nullable().describe('ID of the target; null if the request contained no valid ID.'),
  name: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Name of the form, API key, label, member, app or connection before the change, or the name of a new one. For a webhook without a name, the host of its URL. Null for other targets, and for rows written before names were recorded.',
    ),
});
export type AuditTarget = z.input<typeof target>;

const changedMember = z.object({
  member: z.string().describe('Name of the setting, for example `notify_emails`.'),
  from: z
    .array(z.string())
    .optional()
    .describe(
      'Values before the change: the host of a URL; for e-mail addresses, a keyed digest and the domain. Absent for other settings.',
    ),
  to: z.array(z.string()).optional().describe('Values after the change, in the same format.'),
});

/** Representation of an audit log row in the API. */
export const auditEventView = z.object({
  id: z.string().describe('The row.'),
  at: z.string().describe('When the change was made.'),
  actor: actor.describe('Who made it.'),
  action: z
    .string()
    .describe(
      'The `operationId` of the operation in this document; for the operator, the name of the command.',
    ),
  target: target.describe('What was changed.'),
  outcome: z
    .enum(auditOutcomes)
    .describe('`attempted`: the result is unknown. `failed`: the change was rejected, and nothing changed.'),
  changes: z
    .array(changedMember)
    .describe(
      'Settings that `updateForm` or `updateWebhook` changed. For updates by filter, the action and the numbers of submissions that matched and were changed. Empty for other operations.',
    ),
  request_id: z
    .string()
    .nullable()
    .describe(
      'The `x-request-id` of the response; null for operator commands and changes by the service, which are not HTTP requests.',
    ),
  ip: z
    .string()
    .nullable()
    .describe('IP address that the request came from; null for the operator and the service.'),
  tool: z
    .string()
    .optional()
    .describe('Name of the tool that an agent called. Absent if the change was not made with a tool.'),
});
export type AuditEventView = z.infer<typeof auditEventView>;

/** Schema of a stored row, without the result, which is stored separately. */
const storedEvent = auditEventView
  .omit({ id: true })
  .extend({ event_id: z.string(), changes: auditEventView.shape.changes.default([]) });
/** Schema of the result of an attempted change, stored next to the change's row. */
const storedEnd = z.object({
  event_id: z.string(),
  outcome: z.enum(['completed', 'failed']),
  changes: auditEventView.shape.changes.default([]),
});
export type AuditEnd = z.infer<typeof storedEnd>['outcome'];

/** Who made a change, and with which request. */
export interface AuditSource {
  readonly account_id: string;
  readonly actor: Actor;
  /** Null if the change wasn't made through HTTP. */
  readonly request_id: string | null;
  /** Null if the change wasn't made through HTTP. */
  readonly ip: string | null;
  /** Name of the agent's tool; undefined if the change wasn't made with a tool. */
  readonly tool?: string;
}

/** What changed: the action, the resource and its settings. */
export interface AuditChange {
  /** Name of the operation or operator command. */
  readonly action: string;
  readonly target: AuditTarget;
  /** The settings that the operation changes. */
  readonly changes?: readonly ChangedMember[] | undefined;
}

/**
 * Suffix that forms the sort key of a row's result. In descending order, queries return the result
 * immediately before its row.
 */
const END = '#end';

/** Returns the partition for an account's rows in the month (UTC) of `at`. */
export const auditPartition = (accountId: string, at: number): string =>
  `${accountId}#${timestamp(at).slice(0, 7)}`;

/** Returns the partitions for the account's rows between the times `oldest` and `newest`, newest first. */
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

/** Builds the DynamoDB put that adds a row to the audit log. */
export function auditPut(
  table: string,
  { account_id, actor, request_id, ip, tool }: AuditSource,
  { action, target, changes = [] }: AuditChange,
  outcome: 'completed' | 'attempted',
  { at, random }: { at: number; random: RandomBytes },
): AuditPut {
  return putOf(table, {
    account_month: auditPartition(account_id, at),
    event_id: newAuditEventId(at, random),
    at: timestamp(at),
    actor: { type: actor.type, id: actor.id, name: actor.name },
    action,
    target: {
      type: target.type,
      id: target.id,
      ...(typeof target.name === 'string' && { name: target.name }),
    },
    outcome,
    ...(changes.length > 0 && { changes }),
    request_id,
    ip,
    ...(tool !== undefined && { tool }),
    expires_at: epochSeconds(at + RETENTION),
  });
}

const attemptKey = z.object({ account_month: z.string(), event_id: z.string(), expires_at: z.int() });

/** Returns the data needed to store an attempt's result later. */
export const attemptKeyOf = (attempt: AuditPut): AuditAttemptKey => attemptKey.parse(attempt.Put.Item);

/**
 * Builds the DynamoDB put that adds an attempt's result.
 * @param changes added to the attempt's changes
 */
export function auditEndPut(
  table: string,
  { account_month, event_id, expires_at }: AuditAttemptKey,
  outcome: AuditEnd,
  changes: readonly ChangedMember[] = [],
): AuditPut {
  return putOf(table, {
    account_month,
    event_id: `${event_id}${END}`,
    outcome,
    ...(changes.length > 0 && { changes }),
    expires_at,
  });
}

function putOf(TableName: string, Item: Readonly<Record<string, unknown>>): AuditPut {
  // The condition ensures that rows are never overwritten (docs/invariants.md, 10).
  return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(event_id)' } };
}

/**
 * Creates an object that merges audit rows with their results. Pass the items to `merge` from newest to
 * oldest.
 */
export function auditMerger() {
  const ends = new Map<string, z.infer<typeof storedEnd>>();
  return {
    /**
     * Returns the audit row for an item, or undefined if the item is a result, which belongs to the next row.
     */
    merge(item: Readonly<Record<string, unknown>>): AuditEventView | undefined {
      const sortKey = String(item['event_id']);
      if (sortKey.endsWith(END)) {
        ends.set(sortKey.slice(0, -END.length), storedEnd.parse(item));
        return undefined;
      }
      const { event_id: id, ...row } = storedEvent.parse(item);
      const { outcome = row.outcome, changes = [] } = ends.get(id) ?? {};
      return { id, ...row, outcome, changes: [...row.changes, ...changes] };
    },
  };
}
