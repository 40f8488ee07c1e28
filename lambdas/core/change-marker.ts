/**
 * Defines change markers. A change marker is a number that increases whenever data in a list changes, so
 * one small read shows whether the list is unchanged. An account's marker increases with its submissions and
 * with changes made by API callers. A form's marker increases with its submissions and deliveries. Markers
 * never decrease, and a missing marker counts as 0.
 */

/** Prefix for the names of change markers (Counters table). */
export const CHANGE_MARKER = 'changes#';

/**
 * Returns the name of a change marker.
 * @param id of an account or form
 */
export const changeMarker = (id: string): string => `${CHANGE_MARKER}${id}`;

/** Changes that are counted from streams, with a short delay. */
export const followedChanges = ['submissions', 'deliveries', 'emails'] as const;
export type FollowedChange = (typeof followedChanges)[number];

/** `writes` are changes made by API callers, which are counted before the response is sent. */
export type CountedKind = 'writes' | FollowedChange;

/** The change marker and the counts that a list depends on. */
export interface WatchedMarker {
  readonly id: string;
  readonly kinds: readonly CountedKind[];
}

/** Returns true if the operation can change data that appears in lists. */
export const countsAsWrite = ({ access, method }: { access: string; method: string }): boolean =>
  access === 'management' && method !== 'GET';
