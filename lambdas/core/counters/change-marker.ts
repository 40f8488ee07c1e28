/**
 * Defines change markers. A change marker is a number that increases whenever data in a list changes, so
 * one small read shows whether the list is unchanged. An account's marker increases with its submissions and
 * with changes made by API callers. A form's marker increases with its submissions and deliveries. Markers
 * never decrease, and a missing marker counts as 0.
 */
import { formCounter, quotaCounterName } from './counter-names.ts';
import { isFormId } from '../ids.ts';

/** Prefix for the names of change markers (Counters table). */
export const CHANGE_MARKER = 'changes#';

/**
 * Returns the name of a change marker.
 * @param id of an account or form
 */
export const changeMarker = (id: string): string => `${CHANGE_MARKER}${id}`;

/** Types of changes that are counted when their stream records arrive, with a short delay. */
export const followedChanges = ['submissions', 'deliveries', 'emails'] as const;
export type FollowedChange = (typeof followedChanges)[number];

/** `writes` are changes made by API callers, which are counted before the response is sent. */
export type CountedKind = 'writes' | FollowedChange;

/**
 * `posts` is the time of the account's latest accepted submission. Ingest stores it in the quota counter, so
 * that lists can show a new submission before the stream record is counted. Don't rely on this time alone: it
 * can be stored before the submission itself. The count from the stream is authoritative.
 */
export type WatchedKind = CountedKind | 'posts';

/** The change marker and the counts that a list depends on. */
export interface WatchedMarker {
  readonly id: string;
  readonly kinds: readonly WatchedKind[];
}

/** The attribute of a counter in the Counters table. */
export interface MarkerAttribute {
  readonly counter: string;
  readonly attribute: string;
}

/** Name of the form counter attribute that increases with each change to the form's submissions. */
export const FORM_CHANGES = 'changes';

/**
 * Returns the counter and attribute that record a change. Changes to a form's submissions are recorded in the
 * form's counter. This counter is updated together with the counts per day, so a new submission needs no
 * separate write for the marker.
 */
export function notedIn(id: string, kind: CountedKind): MarkerAttribute {
  return kind === 'submissions' && isFormId(id)
    ? { counter: formCounter(id), attribute: FORM_CHANGES }
    : { counter: changeMarker(id), attribute: kind };
}

/** Returns the attributes to read for a marker, in the order of its kinds. */
export function attributesOf({ id, kinds }: WatchedMarker, now: number): MarkerAttribute[] {
  return kinds.map((kind) =>
    kind === 'posts' ? { counter: quotaCounterName(id, now), attribute: 'reserved_at' } : notedIn(id, kind),
  );
}

/** Returns true if the operation can change data that appears in lists. */
export const countsAsWrite = ({ access, method }: { access: string; method: string }): boolean =>
  access === 'management' && method !== 'GET';
