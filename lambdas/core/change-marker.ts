/**
 * Change markers: numbers that grow whenever something changes that lists show, so that one small read tells whether a
 * list is what it was. An account's marker counts what its callers change and its submissions, a form's marker counts its
 * submissions and deliveries. They never shrink, and whoever is missing counts as 0.
 */

/** The names of markers begin with this (table Counters). */
export const CHANGE_MARKER = 'changes#';

/** @param id of an account or a form */
export const changeMarker = (id: string): string => `${CHANGE_MARKER}${id}`;

/** What is followed from the streams, a moment behind. */
export const followedChanges = ['submissions', 'deliveries', 'emails'] as const;
export type FollowedChange = (typeof followedChanges)[number];

/** `writes` is what callers of the API change; it is counted before they get their response. */
export type CountedKind = 'writes' | FollowedChange;

/** Which counts of which marker a list depends on. */
export interface WatchedMarker {
  readonly id: string;
  readonly kinds: readonly CountedKind[];
}

/** Whether a caller changes something of the account by the operation, of which lists may tell. */
export const countsAsWrite = ({ access, method }: { access: string; method: string }): boolean =>
  access === 'management' && method !== 'GET';
