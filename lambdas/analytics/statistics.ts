/** The statistics of a form: its submissions and what became of their deliveries and e-mails, by day. */
import * as z from 'zod';
import { sumOf, type DayCount } from '../forms/counts/day-counts.ts';
import type { OutcomeCount } from '../webhooks/counts/delivery-counts.ts';
import type { EmailCount } from './email-counts.ts';

/** The query of `GET /v1/forms/:id/statistics`. */
export const statisticsQuery = z.strictObject({
  days: z
    .enum(['30', '90', '365'])
    .default('30')
    .transform(Number)
    .describe('How many days, today included; a day begins at midnight UTC.'),
});

const outcomeCounts = z
  .object({ succeeded: z.int(), failed: z.int() })
  .describe(
    'Deliveries of the submissions received then, by how they ended; those that are still tried are in neither.',
  );
const emailCounts = z
  .object({
    sent: z.int().describe('Accepted by the mail service, which has told no more yet.'),
    delivered: z.int().describe('Accepted by the server of the recipient.'),
    bounced: z.int().describe('Not deliverable.'),
    complained: z.int().describe('Reported as spam by the recipient.'),
    skipped: z.int().describe('Not sent; the timeline of the submission says why.'),
  })
  .describe(
    'Notifications and autoresponses of the submissions received then, each under its latest status; those that are queued are in none.',
  );
const counts = {
  received: z.int().describe('Submissions that were accepted, also those deleted since.'),
  spam: z.int().describe('Submissions that were filed as spam.'),
  unread: z
    .int()
    .describe('Of the submissions that were accepted and are stored, those that nobody has marked as read.'),
  webhooks: outcomeCounts,
  emails: emailCounts,
};

/** The statistics as the management API shows them. */
export const statisticsView = z.object({
  form_id: z.string(),
  days: z.int(),
  ...counts,
  by_day: z.array(z.object({ date: z.iso.date(), ...counts })).describe('Every day, the oldest first.'),
});
export type StatisticsView = z.infer<typeof statisticsView>;

const NO_SUBMISSIONS: DayCount = { received: 0, spam: 0, unread: 0 };
const NO_OUTCOMES: OutcomeCount = { succeeded: 0, failed: 0 };
const NO_EMAILS: EmailCount = { sent: 0, delivered: 0, bounced: 0, complained: 0, skipped: 0 };

/** Puts the counts of these days together. */
export function statisticsOf(
  formId: string,
  dates: readonly string[],
  submissions: ReadonlyMap<string, DayCount>,
  deliveries: ReadonlyMap<string, OutcomeCount>,
  written: ReadonlyMap<string, EmailCount>,
): StatisticsView {
  const by_day = dates.map((date) => ({
    date,
    ...(submissions.get(date) ?? NO_SUBMISSIONS),
    webhooks: deliveries.get(date) ?? NO_OUTCOMES,
    emails: written.get(date) ?? NO_EMAILS,
  }));
  const emailSum = (status: keyof EmailCount): number =>
    by_day.reduce((sum, { emails }) => sum + emails[status], 0);
  return {
    form_id: formId,
    days: dates.length,
    ...sumOf(by_day),
    webhooks: {
      succeeded: by_day.reduce((sum, { webhooks }) => sum + webhooks.succeeded, 0),
      failed: by_day.reduce((sum, { webhooks }) => sum + webhooks.failed, 0),
    },
    emails: {
      sent: emailSum('sent'),
      delivered: emailSum('delivered'),
      bounced: emailSum('bounced'),
      complained: emailSum('complained'),
      skipped: emailSum('skipped'),
    },
    by_day,
  };
}
