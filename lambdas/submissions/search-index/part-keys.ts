/** Builds the object keys of search indexes (Exports bucket). */
import { formIdOfPartition } from '../../core/submission-pieces.ts';

/** Prefix of the object keys of all search indexes. */
export const SEARCH_INDEXES = 'search/';

/** Returns the prefix of the object keys of all of a form's indexes. */
export const searchIndexesOf = (formId: string): string => `${SEARCH_INDEXES}${formId}/`;

/** Returns the prefix of the object keys of a partition's index. */
export const searchIndexPrefix = (partition: string): string =>
  `${searchIndexesOf(formIdOfPartition(partition))}${partition}/`;
