/** English texts of the usage screen. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const usageEn = {
  title: 'Usage',
  used: 'Submissions used this month',
  tooEarly: 'It is too early in the month for a forecast.',
  near: 'You’ve used 80% of this month’s quota. When it’s used up, forms reject submissions until the month ends. The operator of the service can change the plan.',
  full: 'This month’s quota is used up. Forms reject submissions until the month ends. The operator of the service can raise the quota immediately.',
  willBeFull:
    'At this rate, the quota won’t last until the end of the month. The operator of the service can change the plan.',
  ownFormsOnly: 'You see the figures for your forms. The plan counts the submissions of the whole account.',
  byForm: 'By form',
  byFormHint: 'Days and months are in UTC. Spam doesn’t count.',
  noForms: 'No forms yet.',
  form: 'Form',
  share: 'Share',
  received: 'Received',
  spam: 'Spam',
  deletedForms: 'Deleted forms, and spam released later',
  perDay: 'Per day',
  plan: 'Plan',
  perMonth: 'Submissions',
  files: 'Files',
  noFiles: 'Not included',
  planHint: 'The operator of the service sets the plan and the quota.',
  ofLimit: (limit: string) => `of ${limit} submissions`,
  remaining: (count: number) => n(count, { one: '# submission left', other: '# submissions left' }),
  forecast: (count: string, day: string) => `At this rate, about ${count} by ${day}`,
  submissions: (count: number) => n(count, { one: '# per month', other: '# per month' }),
  upTo: (size: string) => `Up to ${size} each`,
};
export type UsageTexts = typeof usageEn;
