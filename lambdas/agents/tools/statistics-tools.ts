/** Defines the tool that returns a form's statistics. */
import * as z from 'zod';
import { statisticsView } from '../../analytics/statistics.ts';
import { lazy } from '../../core/lazy.ts';
import { formId } from './arguments.ts';
import { READS, tool } from './tool.ts';

const day = lazy(() =>
  z.object({
    date: z.iso.date().describe('Day in UTC.'),
    received: z.int().describe('Accepted submissions.'),
    spam: z.int().describe('Submissions that were moved to spam.'),
    unread: z.int().describe('Accepted submissions that nobody has read.'),
  }),
);

const formStatistics = lazy(() =>
  statisticsView
    .pick({
      form_id: true,
      days: true,
      received: true,
      spam: true,
      unread: true,
      webhooks: true,
      emails: true,
      refused: true,
    })
    .extend({ by_day: z.array(day()).describe('One entry per day, oldest first.') }),
);

export const getFormStatistics = tool({
  name: 'get_form_statistics',
  title: 'Get the statistics of a form',
  description:
    "Returns the numbers of a form's submissions, spam, e-mails and webhook deliveries, in total and by day.",
  scopes: ['read'],
  hints: READS,
  input: () =>
    z.strictObject({
      form_id: formId(),
      days: z
        .union([z.literal(30), z.literal(90), z.literal(365)])
        .default(30)
        .describe('Number of days, including today: 30, 90 or 365.'),
    }),
  output: formStatistics,
  names: { id: 'form_id' },
  run: async ({ form_id, days }, { run }) =>
    formStatistics().parse(
      await run('getStatistics', { path: { id: form_id }, query: { days: String(days) } }),
    ),
});
