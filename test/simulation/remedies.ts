/** What keeps the invariants. Each can be taken away, to see that something then breaks. */
export const remedies = {
  'delivery-id': 'the id of a delivery derives from submission and webhook',
  'ladder-name': 'an execution of the ladder is named after its delivery',
  'compare-and-swap': 'of two writes to a delivery that know the same state, one is refused',
  lease: 'a claim ends when its maker must be dead',
  'partial-failures': 'a handler reports the records that failed',
  'failure-destination': 'stream records that fan-out cannot handle are kept and handled later',
  'hand-over': 'an outcome that cannot be recorded goes to the queue',
  sweeper: 'a schedule looks for deliveries that got stuck',
  'fresh-webhook': 'the webhook is read at each attempt',
  'release-filter': 'the stream tells of submissions that are released from spam',
} as const;
export type Remedy = keyof typeof remedies;
