/** Combines identical failed attempts of a webhook delivery into one timeline entry. */
import type { Schema } from '../api/schema.ts';

type TimelineEntry = Schema<'Timeline'>['data'][number];
type WebhookEntry = Extract<TimelineEntry, { type: 'webhook' }>;
type Attempt = Required<Omit<WebhookEntry, 'status' | 'error_code'>> & Pick<WebhookEntry, 'error_code'>;

/** An attempt, or several failed attempts in a row that had the same result. */
export type FoldedAttempt = Attempt & {
  /** Number of the first of these attempts. `attempt` is the number of the last one. */
  readonly first: number;
};
/** A timeline entry for a webhook whose filter excluded the submission. */
export interface Withheld {
  readonly type: 'withheld';
  readonly at: string;
  readonly webhook_id: string;
}
export type FoldedEntry = Exclude<TimelineEntry, WebhookEntry> | FoldedAttempt | Withheld;

/** Returns a webhook entry's attempt, or undefined if the webhook's filter excluded the submission. */
export function attemptOf({ status: _, ...entry }: WebhookEntry): Attempt | undefined {
  const { delivery_id, attempt, status_code, error } = entry;
  if (delivery_id === undefined || attempt === undefined || status_code === undefined || error === undefined)
    return undefined;
  return { ...entry, delivery_id, attempt, status_code, error };
}

/**
 * Returns the timeline with each series of identical failures combined into one entry, at the position of the
 * last attempt.
 */
export function foldAttempts(entries: readonly TimelineEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const each of entries) {
    if (each.type !== 'webhook') {
      folded.push(each);
      continue;
    }
    const entry = attemptOf(each);
    if (!entry) {
      folded.push({ type: 'withheld', at: each.at, webhook_id: each.webhook_id });
      continue;
    }
    const before = folded.findLastIndex(
      (earlier) => earlier.type === 'webhook' && earlier.delivery_id === entry.delivery_id,
    );
    const last = folded[before];
    if (last?.type === 'webhook' && isSameFailure(last, entry)) {
      folded.splice(before, 1);
      folded.push({ ...entry, first: last.first });
    } else folded.push({ ...entry, first: entry.attempt });
  }
  return folded;
}

const isSameFailure = (one: Attempt, other: Attempt): boolean =>
  other.error !== null && one.error === other.error && one.status_code === other.status_code;
