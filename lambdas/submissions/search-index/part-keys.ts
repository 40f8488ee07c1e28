/** Builds the keys of the objects of search indexes (Exports bucket). */
import { formIdOfPartition } from '../../core/submission-pieces.ts';

/** Prefix of all objects of search indexes. */
export const SEARCH_INDEXES = 'search/';

/** Returns the prefix of the objects of all indexes of a form. */
export const searchIndexesOf = (formId: string): string => `${SEARCH_INDEXES}${formId}/`;

/** Returns the prefix of the objects of a partition's index. */
export const searchIndexPrefix = (partition: string): string =>
  `${searchIndexesOf(formIdOfPartition(partition))}${partition}/`;
