/**
 * Defines what `find` prints about a resource. The output contains no submitted values, addresses, secrets or
 * paths.
 */
import { columns } from '../command-line.ts';
import type { Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import type { timelineOf } from '../../lambdas/timeline/timeline.ts';

type Value = string | number | boolean | null;

/** An event or a related resource. Details have the same names as the fields in log lines. */
export interface FoundEntry {
  readonly at: string;
  readonly what: string;
  readonly [detail: string]: Value | undefined;
}

export interface Found {
  readonly type: 'submission' | 'delivery' | 'webhook' | 'form';
  readonly id: string;
  /** Table that contains the resource. Null for a delivery that is not stored yet. */
  readonly table: string | null;
  /** Undefined if the form was deleted. */
  readonly account_id: string | undefined;
  readonly details: Readonly<Record<string, Value>>;
  /**
   * A submission's or delivery's entries are sorted oldest first. A webhook's or form's entries are sorted
   * newest first.
   */
  readonly entries: readonly FoundEntry[];
}

/** Formats a resource as lines of text. */
export function linesOf({ type, id, table, account_id, details, entries }: Found): string[] {
  const shown = {
    [type]: id,
    table: table ?? 'not stored yet',
    account: account_id ?? 'unknown: the form was deleted',
    ...details,
  };
  return [
    ...columns(Object.entries(shown).map(([name, value]) => [name, textOf(value)])),
    ...(entries.length === 0 ? [] : ['']),
    ...columns(
      entries.map(({ at, what, ...more }) => [
        at,
        what,
        Object.entries(more)
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([name, value]) => `${name}=${String(value)}`)
          .join(' '),
      ]),
    ),
  ];
}

const textOf = (value: Value): string => (value === null ? '-' : String(value));

/** Returns the entry for a delivery, which is listed for its webhook and its submission. */
export const deliveryEntry = (of: Delivery): FoundEntry => ({
  at: of.created_at,
  what: 'delivery',
  delivery_id: of.delivery_id,
  webhook_id: of.webhook_id,
  submission_id: of.submission_id,
  status: of.status,
  attempts: of.attempts,
  next_attempt_at: of.next_attempt_at,
});

/** Returns the entries for a delivery's attempts, including attempts in progress. */
export function attemptEntries({ delivery_id, webhook_id, log, in_flight }: Delivery): FoundEntry[] {
  const ids = { delivery_id, webhook_id };
  return [
    ...log.map(({ at, attempt, status_code, duration_ms, error }) => {
      return {
        at,
        what: 'webhook attempt',
        ...ids,
        attempt,
        status: status_code,
        duration_ms,
        reason: error,
      };
    }),
    ...in_flight.map(({ at, attempt, lease_until }) => {
      return { at, what: 'attempt in progress', ...ids, attempt, until: lease_until };
    }),
  ];
}

/** Returns the entry for a timeline event. Omits e-mail addresses and people's names. */
export function timelineEntry(event: ReturnType<typeof timelineOf>[number]): FoundEntry {
  const { at } = event;
  switch (event.type) {
    case 'stored':
      return { at, what: 'stored' };
    case 'email':
      return { at, what: 'e-mail', kind: event.kind, status: event.status, reason: event.reason };
    case 'reply': {
      const { reply_id, status, reason, actor } = event;
      return { at, what: 'reply', reply_id, status, reason, by: actor.type, actor_id: actor.id };
    }
    case 'webhook': {
      const { delivery_id, webhook_id, attempt, status_code: status, error: reason } = event;
      if (event.status === 'filtered') return { at, what: 'withheld by the filter of a webhook', webhook_id };
      return { at, what: 'webhook attempt', delivery_id, webhook_id, attempt, status, reason };
    }
    case 'status':
      return { at, what: `status ${event.status}`, by: event.actor.type, actor_id: event.actor.id };
    case 'handled':
      return {
        at,
        what: event.handled ? 'handled' : 'reopened',
        by: event.actor.type,
        actor_id: event.actor.id,
      };
    case 'assignee':
      return {
        at,
        what: event.assignee ? 'assigned' : 'unassigned',
        by: event.actor.type,
        actor_id: event.actor.id,
        member_id: event.assignee?.id,
      };
    case 'labels':
      return { at, what: 'labels changed', by: event.actor.type, actor_id: event.actor.id };
    case 'note':
      return { at, what: `note ${event.action}`, by: event.actor.type, actor_id: event.actor.id };
  }
}
