/** The English texts of usage. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const usageEn = {
  title: 'Usage',
  used: 'Submissions used this month',
  tooEarly: 'It is too early in the month for a forecast.',
  near: '80 % of this month’s amount are used. When it is used up, forms refuse posts until the month ends. The operator of the service can change the plan.',
  full: 'This month’s amount is used up: forms refuse posts until the month ends. The operator of the service can raise the amount at once.',
  willBeFull:
    'At this pace the amount does not last until the end of the month. The operator of the service can change the plan.',
  ownFormsOnly: 'You see the figures of your forms. The account’s plan counts all submissions together.',
  byForm: 'By form',
  byFormHint: 'Months and days are by UTC. Spam does not count.',
  noForms: 'There are no forms yet.',
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
  planHint: 'Plan and amount are set by the operator of the service.',
  ofLimit: (limit: string) => `of ${limit} submissions`,
  remaining: (count: number) => n(count, { one: '# submission left', other: '# submissions left' }),
  forecast: (count: string, day: string) => `At this pace about ${count} by ${day}`,
  submissions: (count: number) => n(count, { one: '# a month', other: '# a month' }),
  upTo: (size: string) => `Up to ${size} each`,
};
export type UsageTexts = typeof usageEn;
