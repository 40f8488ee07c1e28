/** English strings for the spam protection settings. */

export const spamEn = {
  honeypot: 'Honeypot',
  honeypotHint:
    'Visitors can’t see this field, but bots fill it in. Submissions with a value in this field go to spam, and no one is notified.',
  honeypotMoves: 'Also change the field name in your website’s code.',
  spamScore: 'Spam score',
  spamScoreHint:
    'Every submission gets a score from 0 to 100. The score and its reasons are shown next to the submission.',
  spamFile: 'Move submissions that reach this score to spam',
  spamFileHint:
    'Spam doesn’t notify anyone, trigger webhooks or count towards your quota. Submissions with files are never moved. When this is off, submissions only get a score.',
  spamThreshold: 'Threshold',
  spamThresholdHint: 'A submission’s text alone never scores more than 35 points.',
  thresholdPreviewOfOne: (threshold: number, moved: boolean) =>
    moved
      ? `At ${threshold}, the only submission so far would have been moved to spam.`
      : `At ${threshold}, the only submission so far would not have been moved to spam.`,
  thresholdPreview: (threshold: number, moved: number, all: number) =>
    `At ${threshold}, ${moved} of the last ${all} submissions would have been moved to spam.`,
  spamBlocked: 'Always spam',
  spamBlockedHint: 'Words, e-mail addresses or domains, one per line, up to 100.',
  spamAllowed: 'Never spam',
  spamAllowedHint:
    'E-mail addresses or domains, one per line, up to 100. The honeypot and the “Always spam” list still apply.',
  challenge: 'Challenge',
  challengeHint: 'Checks that submissions come from people. Submissions that don’t pass are rejected.',
  challengeOn: 'Require a challenge',
  challengeProvider: 'Provider',
  challengeProviders: { 'proof-of-work': 'Built-in (proof of work)', turnstile: 'Cloudflare Turnstile' },
  challengeProviderHints: {
    'proof-of-work':
      'The visitor’s browser solves a small puzzle in the background. Visitors see nothing, and nothing goes to a third party. Your page needs JavaScript, and our form script or ALTCHA’s widget.',
    turnstile:
      'Create a widget in the Cloudflare dashboard and enter its keys here. Visitors’ browsers will connect to Cloudflare.',
  },
  difficulty: 'Difficulty',
  difficulties: { low: 'Low', normal: 'Normal', high: 'High' },
  difficultyHint:
    'Higher difficulty makes spamming more expensive for bots, but can add several seconds on slow phones.',
  siteKey: 'Site key',
  secret: 'Secret key',
  secretHint: 'The key isn’t shown after you save it. Leave empty to keep the stored key.',
  origins: 'Allowed websites',
  originsHint:
    'If the list is empty, any website can submit to this form. Use https://*.example.org to allow all subdomains.',
  addOrigin: 'Add',
  originWrong: 'Enter an origin, for example https://www.example.org or https://*.example.org',
  tryOrigin: 'Check whether a page is allowed',
  originAllowed: (origin: string) => `Yes, ${origin} can submit`,
  originRefused: (origin: string) => `No, ${origin} is blocked`,
  rate: 'Rate limit',
  rateHint: 'Visitors who exceed the limit are asked to wait. IP addresses are only stored as hashes.',
};
export type SpamTexts = typeof spamEn;
