/** Combines identical failed attempts of a webhook delivery into one timeline entry. */
import type { Schema } from '../api/schema.ts';

type TimelineEntry = Schema<'Timeline'>['data'][number];
type Attempt = Extract<TimelineEntry, { type: 'webhook' }>;

/** An attempt, or several failed attempts in a row that had the same result. */
export type FoldedAttempt = Attempt & {
  /** Number of the first attempt. `attempt` is the last one. */
  readonly first: number;
};
export type FoldedEntry = Exclude<TimelineEntry, Attempt> | FoldedAttempt;

/**
 * Returns the timeline with each run of identical failures as one entry, at the position of the last
 * attempt.
 */
export function foldAttempts(entries: readonly TimelineEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    if (entry.type !== 'webhook') {
      folded.push(entry);
      continue;
    }
    const before = folded.findLastIndex(
      (each) => each.type === 'webhook' && each.delivery_id === entry.delivery_id,
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
