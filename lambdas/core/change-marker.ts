/**
 * Change markers are numbers that grow whenever data shown in lists changes, so that one small read tells
 * whether a list is unchanged. An account's marker counts changes made by callers and the account's
 * submissions. A form's marker counts its submissions and deliveries. Markers never decrease, and a missing
 * marker counts as 0.
 */

/** Prefix of the names of markers (table Counters). */
export const CHANGE_MARKER = 'changes#';

/** @param id of an account or a form */
export const changeMarker = (id: string): string => `${CHANGE_MARKER}${id}`;

/** Changes that are followed through streams, with a short delay. */
export const followedChanges = ['submissions', 'deliveries', 'emails'] as const;
export type FollowedChange = (typeof followedChanges)[number];

/** `writes` are changes made by callers of the API, counted before they get their response. */
export type CountedKind = 'writes' | FollowedChange;

/** The counts of a marker that a list depends on. */
export interface WatchedMarker {
  readonly id: string;
  readonly kinds: readonly CountedKind[];
}

/** Whether the operation lets a caller change data of the account that lists may show. */
export const countsAsWrite = ({ access, method }: { access: string; method: string }): boolean =>
  access === 'management' && method !== 'GET';
