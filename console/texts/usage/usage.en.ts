/** English strings for the usage screen. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const usageEn = {
  title: 'Usage',
  used: 'Submissions this month',
  tooEarly: 'It’s too early in the month for a forecast.',
  near: 'You’ve used almost all of this month’s quota. Once it’s used up, forms reject submissions until next month. To change the plan, contact the operator of this service.',
  full: 'This month’s quota is used up. Forms reject submissions until next month. To raise the quota before then, contact the operator of this service.',
  willBeFull:
    'At this rate, the quota won’t last until the end of the month. To change the plan, contact the operator of this service.',
  ownFormsOnly: 'Only forms that you can access are shown. The quota applies to the whole account.',
  formsRefuse: 'Forms are rejecting submissions.',
  quotaNear: (percent: string) => `You’ve used ${percent} of this month’s quota.`,
  refused: 'Rejected submissions',
  refusedHint:
    'Last 7 days (UTC). We count rejected submissions but don’t store their contents. Under heavy load, some may not be counted.',
  noneRefused: 'No submissions were rejected.',
  reason: 'Reason',
  posts: 'Submissions',
  reasons: {
    'validation-failed': 'Missing or invalid values',
    'rate-limited': 'Too many submissions from one address',
    'quota-exceeded': 'Monthly quota used up',
    'turnstile-failed': 'Challenge failed',
    'origin-not-allowed': 'Sent from a website that isn’t allowed',
    'form-not-live': 'Form paused or not published',
    'body-too-large': 'Submission too large',
    'file-too-large': 'File too large',
    'uploads-not-allowed': 'Files not included in the plan',
    'bad-body': 'Unreadable submission',
    'unsupported-encoding': 'Compression not supported',
    'invalid-key': 'Key not valid for this form',
    'webhook-loop': 'Sent by a webhook of this service',
  },
  byForm: 'By form',
  byFormHint: 'Days and months are in UTC. Spam doesn’t count towards the quota.',
  noForms: 'No forms yet',
  form: 'Form',
  share: 'Share',
  received: 'Received',
  spam: 'Spam',
  otherForms: 'Other forms and released spam',
  deletedForms: 'Deleted forms and released spam',
  perDay: 'Per day',
  plan: 'Plan',
  perMonth: 'Submissions',
  files: 'Files',
  noFiles: 'Not included',
  planHint: 'The operator of this service sets the plan and the quota.',
  ofLimit: (limit: string) => `of ${limit} submissions`,
  remaining: (count: number) => n(count, { one: '# submission left', other: '# submissions left' }),
  forecast: (count: string, day: string) => `At this rate, about ${count} by ${day}`,
  submissions: (count: number) => n(count, { one: '# per month', other: '# per month' }),
  upTo: (size: string) => `Up to ${size} each`,
};
export type UsageTexts = typeof usageEn;
