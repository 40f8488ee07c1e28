/**
 * Mechanisms that prevent e-mails from being lost or sent twice. The simulation turns them off one at a time
 * and checks that a rule is then violated.
 */
export const emailRemedies = {
  'send-lock': 'a function takes the lock of an e-mail before it sends it',
  lease: 'the lock of a notification expires when its owner must be dead',
  'autoresponse-limit': 'an address gets one autoresponse an hour',
  'one-confirmation': 'a confirmation e-mail is reserved before it is sent',
  'partial-failures': 'a handler reports the records that failed',
  'failure-destination': 'stream records that fan-out cannot handle are kept and handled later',
  'forward-only': 'a status follows only those that come before it',
  'record-before-sending': 'an e-mail is in the log before it is sent',
  'recipient-block': 'an address that bounced or complained is kept from more of the form',
  redrive: 'dead letters are put back into their queue',
} as const;
export type EmailRemedy = keyof typeof emailRemedies;
