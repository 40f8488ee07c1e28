/**
 * Mechanisms that protect the invariants. The simulation can turn off one at a time to show that an invariant
 * is then violated.
 */
export const remedies = {
  'delivery-id': 'a delivery id is derived from its submission and webhook',
  'ladder-name': 'a retry execution is named after its delivery and the time of the attempt',
  'compare-and-swap': 'if two writes to a delivery are based on the same state, one is refused',
  'claim-once': 'if two senders start the first attempt of a delivery, only one claim is stored',
  lease: 'a claim expires when its sender must have crashed',
  'partial-failures': 'handlers report the records that failed',
  'failure-destination': 'stream records that fan-out can’t process are stored and processed later',
  'hand-over': 'an outcome that can’t be recorded is passed to the queue',
  sweeper: 'overdue deliveries are requeued on a schedule',
  'message-kept': 'a message is only deleted after it has been processed',
  'dead-letter-redrive': 'the sweeper moves dead letters of deliveries back to their queue',
  'short-acceptance': 'a submission in a message is only trusted for two seconds',
  'fresh-webhook': 'the webhook is read before each attempt',
  'form-mark': 'the first webhook removes the mark that its form has none',
  'account-mark':
    'the cached mark that an account has no account-wide webhooks is removed before the first one is stored',
  'account-generation':
    'limits are only cached if the counter hasn’t changed since before the account was read',
  'short-reading': 'ingest trusts form and account data for one second',
  'release-filter': 'the stream filter passes submissions that are released from spam',
} as const;
export type Remedy = keyof typeof remedies;
