/** What keeps e-mails from being forgotten or sent twice. Each can be taken away, to see that something then breaks. */
export const emailRemedies = {
  ledger: 'whoever sends an e-mail claims it first',
  lease: 'the claim of a notification ends when its maker must be dead',
  'answer-limit': 'an address is answered once an hour',
  'partial-failures': 'a handler reports the records that failed',
  'failure-destination': 'stream records that fan-out cannot handle are kept and handled later',
  redrive: 'dead letters are put back into their queue',
} as const;
export type EmailRemedy = keyof typeof emailRemedies;
