/** Builds the keys of the objects of search indexes (Exports bucket). */

/** Prefix of all objects of search indexes. */
export const SEARCH_INDEXES = 'search/';

/** Returns the prefix of the objects of a form's index. */
export const searchIndexPrefix = (formId: string): string => `${SEARCH_INDEXES}${formId}/`;
