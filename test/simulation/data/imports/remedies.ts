/**
 * Mechanisms that let an import survive crashes. The simulation turns them off one at a time and checks that an
 * invariant is then violated.
 */
export const importRemedies = {
  'row-digest': 'rows that any import has stored are found by their digest',
  'row-claim': 'a row’s note is only stored if no other import has stored it in the meantime',
  'note-with-row': 'a row and its note are stored in one transaction',
  'own-rows': 'rows that the import stored before a crash count as imported',
  'compare-and-swap': 'an import that has changed since it was read is not replaced',
  runner: 'imports whose message was lost are resumed',
  etag: 'a file that is uploaded again during the import is not mixed with the first one',
  'erasure-lease': 'imports wait from the confirmation to the end of an erasure',
  'stopped-imports': 'an erasure stops the imports that have not ended',
  'late-writes': 'a deleted form’s data is deleted again after the last possible write',
} as const;
export type ImportRemedy = keyof typeof importRemedies;
