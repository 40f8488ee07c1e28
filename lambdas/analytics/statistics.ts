/** Combines a form's daily counts of submissions, deliveries and e-mails into its statistics. */
import * as z from 'zod';
import { listRefusals, refusalView } from '../core/refusals.ts';
import { sumOf, type DayCount, type DayTally } from '../forms/counts/day-counts.ts';
import type { DayOutcomeCount } from '../webhooks/counts/delivery-counts.ts';
import { FEWEST_MARKS, type WordModel } from '../spam/word-model.ts';
import type { EmailCount } from './email-counts.ts';

/** Query parameters of `GET /v1/forms/:id/statistics`. */
export const statisticsQuery = z.strictObject({
  days: z
    .enum(['30', '90', '365'])
    .default('30')
    .transform(Number)
    .describe('Number of days, including today. Days begin at midnight UTC.'),
});

const outcomeCounts = z
  .object({
    succeeded: z.int(),
    failed: z.int(),
    filtered: z.int().describe("Submissions that a webhook didn't get because of its filter."),
  })
  .describe(
    'Deliveries of the submissions received on this day, by result. Deliveries that are still in progress are not counted.',
  );
const emailCounts = z
  .object({
    sent: z.int().describe('Accepted by the mail service, but the outcome is not known yet.'),
    delivered: z.int().describe("Accepted by the recipient's mail server."),
    bounced: z.int().describe('Could not be delivered.'),
    complained: z.int().describe('Reported as spam by the recipient.'),
    skipped: z.int().describe("Not sent. The submission's timeline gives the reason."),
  })
  .describe(
    'Notifications and autoresponses for the submissions received on this day, by latest status. Queued e-mails are not counted.',
  );
const counts = {
  received: z.int().describe('Accepted submissions, including any that have since been deleted.'),
  spam: z.int().describe('Submissions that were moved to spam.'),
  unread: z.int().describe('Accepted submissions that are still stored and not marked as read.'),
  webhooks: outcomeCounts,
  emails: emailCounts,
  refused: z.array(refusalView).describe('Refused submissions by reason, highest count first.'),
  views: z
    .int()
    .describe(
      'How often the open hosted page was shown. Known bots and previews do not count. Under heavy load, some views may not be counted.',
    ),
  views_conversion: z
    .number()
    .nullable()
    .describe('Accepted submissions per view, with four decimals. Null if there are no views.'),
};

/** Representation of a form's statistics in the management API. */
export const statisticsView = z.object({
  form_id: z.string(),
  days: z.int(),
  ...counts,
  spam_learning: z
    .object({
      spam: z.int().describe('Submissions that were marked as spam.'),
      good: z.int().describe('Spam submissions that were released.'),
      needed: z
        .int()
        .describe('How many of each are needed before learned words count towards the spam score.'),
    })
    .describe('What the spam check has learned from the form so far, regardless of `days`.'),
  by_day: z.array(z.object({ date: z.iso.date(), ...counts })).describe('One entry per day, oldest first.'),
});
export type StatisticsView = z.infer<typeof statisticsView>;

const NO_SUBMISSIONS: DayCount = { received: 0, spam: 0, unread: 0 };
const NO_OUTCOMES: DayOutcomeCount = { succeeded: 0, failed: 0, filtered: 0 };
const NO_EMAILS: EmailCount = { sent: 0, delivered: 0, bounced: 0, complained: 0, skipped: 0 };

/** Builds the statistics from the counts for these days. */
export function statisticsOf(
  formId: string,
  dates: readonly string[],
  submissions: ReadonlyMap<string, DayCount>,
  deliveries: ReadonlyMap<string, DayOutcomeCount>,
  written: ReadonlyMap<string, EmailCount>,
  tallies: readonly DayTally[],
  learned: WordModel['marks'],
): StatisticsView {
  const by_day = dates.map((date, index) => ({
    date,
    ...(submissions.get(date) ?? NO_SUBMISSIONS),
    webhooks: deliveries.get(date) ?? NO_OUTCOMES,
    emails: written.get(date) ?? NO_EMAILS,
    refused: listRefusals([tallies[index] ?? {}]),
    ...viewsOf(tallies[index]?.views ?? 0, submissions.get(date)?.received ?? 0),
  }));
  const deliverySum = (outcome: keyof DayOutcomeCount): number =>
    by_day.reduce((sum, { webhooks }) => sum + webhooks[outcome], 0);
  const emailSum = (status: keyof EmailCount): number =>
    by_day.reduce((sum, { emails }) => sum + emails[status], 0);
  const totals = sumOf(by_day);
  return {
    form_id: formId,
    days: dates.length,
    ...totals,
    webhooks: {
      succeeded: deliverySum('succeeded'),
      failed: deliverySum('failed'),
      filtered: deliverySum('filtered'),
    },
    emails: {
      sent: emailSum('sent'),
      delivered: emailSum('delivered'),
      bounced: emailSum('bounced'),
      complained: emailSum('complained'),
      skipped: emailSum('skipped'),
    },
    refused: listRefusals(tallies),
    ...viewsOf(
      by_day.reduce((sum, { views }) => sum + views, 0),
      totals.received,
    ),
    spam_learning: { ...learned, needed: FEWEST_MARKS },
    by_day,
  };
}

/** Returns the number of views and the number of submissions per view, rounded to four decimal places. */
const viewsOf = (views: number, received: number) => ({
  views,
  views_conversion: views === 0 ? null : Number((received / views).toFixed(4)),
});
