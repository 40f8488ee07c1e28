/**
 * Defines change markers, numbers that increase whenever data shown in lists changes, so that one small read
 * is enough to check whether a list is unchanged. An account's marker counts changes made by API callers and
 * the account's submissions. A form's marker counts its submissions and deliveries. Markers never decrease,
 * and a missing marker counts as 0.
 */

/** Prefix for the names of change markers (table Counters). */
export const CHANGE_MARKER = 'changes#';

/**
 * Returns the name of a change marker.
 * @param id of an account or form
 */
export const changeMarker = (id: string): string => `${CHANGE_MARKER}${id}`;

/** Changes that are counted from streams, with a short delay. */
export const followedChanges = ['submissions', 'deliveries', 'emails'] as const;
export type FollowedChange = (typeof followedChanges)[number];

/** `writes` are changes made by API callers. They are counted before the response is sent. */
export type CountedKind = 'writes' | FollowedChange;

/** The change marker and the counts that a list depends on. */
export interface WatchedMarker {
  readonly id: string;
  readonly kinds: readonly CountedKind[];
}

/** Returns true if the operation lets callers change account data that may appear in lists. */
export const countsAsWrite = ({ access, method }: { access: string; method: string }): boolean =>
  access === 'management' && method !== 'GET';
