/** Decides which search indexes must be updated for new and deleted submissions. */
import { ulidOf } from '../../core/ids.ts';
import { submissionKey } from '../../core/submission-pieces.ts';
import {
  coversAny,
  mayBeRead,
  newestIndexed,
  SEARCH_INDEX,
  type AffectedIndex,
  type SearchIndexMessage,
} from './search-index.ts';

/** A new or deleted submission. */
export interface IndexedChange {
  readonly event: 'INSERT' | 'REMOVE';
  readonly form_id: string;
  readonly submission_id: string;
  /** Time of the change, in milliseconds since the epoch. */
  readonly at: number;
}

/** Position in a ULID from which the characters are random, even for imported submissions. */
const RANDOM = 14;

/**
 * Returns true for about one in a thousand submissions. Each of them triggers an update of its form's index,
 * so there is no need to count submissions.
 */
const isSampled = (submissionId: string): boolean => ulidOf(submissionId).startsWith('00', RANDOM);

/**
 * Returns the messages that update the indexes.
 * @param indexesOf returns the indexes of the forms that have one
 */
export async function indexNews(
  changes: readonly IndexedChange[],
  indexesOf: (formIds: readonly string[]) => Promise<readonly AffectedIndex[]>,
): Promise<SearchIndexMessage[]> {
  const byForm = (wanted: (change: IndexedChange) => boolean) =>
    Map.groupBy(changes.filter(wanted), (change) => submissionKey(change).form_id);
  const grown = [...byForm(({ event, submission_id }) => event === 'INSERT' && isSampled(submission_id))].map(
    ([form_id]): SearchIndexMessage => ({ form_id, kind: SEARCH_INDEX }),
  );
  const deleted = byForm((change) => change.event === 'REMOVE' || isLate(change));
  const indexes = deleted.size > 0 ? await indexesOf([...deleted.keys()]) : [];
  const shrunk = indexes.flatMap((index): SearchIndexMessage[] => {
    const ids = (deleted.get(index.form_id) ?? []).map(({ submission_id }) => submission_id);
    const removed = ids.filter((id) => isAffected(index, ulidOf(id)));
    return removed.length > 0 ? [{ form_id: index.form_id, kind: SEARCH_INDEX, removed }] : [];
  });
  return [...shrunk, ...grown];
}

/**
 * Returns true if the submission was stored so late that the index may already cover its time. This happens
 * when an account is imported.
 */
const isLate = ({ submission_id, at }: IndexedChange): boolean => ulidOf(submission_id) < newestIndexed(at);

/** Returns true if the index contains the submission or if a batch may be reading the submission. */
const isAffected = (index: AffectedIndex, ulid: string): boolean =>
  index.parts.some((part) => coversAny(part, [ulid])) ||
  (index.busy_until > 0 && mayBeRead(index, [ulid]).length > 0);
