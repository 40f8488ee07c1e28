/**
 * Mechanisms that let an erasure survive crashes. The simulation turns them off one at a time and
 * checks that an invariant is then violated.
 */
export const erasureRemedies = {
  'batch-first': 'a batch is stored before its submissions are erased',
  'batch-once': 'a batch that is already stored is not replaced',
  'compare-and-swap': 'a request that has changed since it was read is not replaced',
  runner: 'requests whose message was lost are resumed',
  'cancel-message': 'a message is queued before a request is cancelled, so that its matches are deleted',
  'late-writes': 'the last pass waits until no function can still store something late',
  'second-search': 'what arrived during the erasure is searched for',
  arrival: 'a request is only certified until a time when everything received is stored',
  'received-before': 'a repeated request erases nothing that was received after the first one',
} as const;
export type ErasureRemedy = keyof typeof erasureRemedies;
