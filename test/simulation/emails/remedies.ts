/**
 * Mechanisms that prevent e-mails from being lost or sent twice. The simulation turns them off one at a time
 * and checks that a rule is then violated.
 */
export const emailRemedies = {
  'send-lock': 'a function acquires an e-mail’s lock before sending it',
  lease: 'a notification’s lock expires when its holder must have crashed',
  'autoresponse-limit': 'an address gets at most one autoresponse per hour',
  'one-confirmation': 'a confirmation e-mail is counted before it is sent',
  'partial-failures': 'handlers report the records that failed',
  'failure-destination': 'stream records that fan-out can’t process are stored and processed later',
  'forward-only': 'an e-mail’s status never goes backwards',
  'record-before-sending': 'an e-mail is added to the log before it is sent',
  'recipient-block': 'an address that bounced or complained gets no more e-mails from the form',
  redrive: 'dead letters are moved back to their queue',
} as const;
export type EmailRemedy = keyof typeof emailRemedies;
