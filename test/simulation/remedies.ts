/**
 * Mechanisms that protect the invariants. The simulation can turn off one at a time to show that an invariant
 * is then violated.
 */
export const remedies = {
  'delivery-id': 'the id of a delivery derives from submission and webhook',
  'ladder-name': 'an execution of the ladder is named after its delivery and the time of the attempt',
  'compare-and-swap': 'of two writes to a delivery that know the same state, one is refused',
  'claim-once': 'of two first attempts at a delivery, one is stored',
  lease: 'a claim ends when its sender must be dead',
  'partial-failures': 'a handler reports the records that failed',
  'failure-destination': 'stream records that fan-out cannot handle are stored and handled later',
  'hand-over': 'an outcome that cannot be recorded goes to the queue',
  sweeper: 'a schedule queues overdue deliveries again',
  'message-kept': 'a message is deleted when what it asks for is done',
  'dead-letter-redrive': 'the sweeper moves the dead letters of deliveries back to their queue',
  'short-acceptance': 'a submission in a message counts as a reading of it for two seconds',
  'fresh-webhook': 'the webhook is read at each attempt',
  'form-mark': 'the mark of a form without webhooks goes with the first one',
  'account-mark': 'the copy that says that an account has no webhooks of all forms goes before one is stored',
  'account-generation': 'limits are copied only while the counter is as it was before the account was read',
  'short-reading': 'what ingest has read of form and account counts for a second',
  'release-filter': 'the filter of the stream lets the release of spam through',
} as const;
export type Remedy = keyof typeof remedies;
