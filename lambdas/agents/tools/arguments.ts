/**
 * Defines arguments and result properties that several tools share. All of them are functions, so that
 * importing this file doesn't build any schema.
 */
import * as z from 'zod';

const id = (what: string) => () => z.string().min(1).max(100).describe(what);

export const formId = id('ID of the form, for example frm_7Q2M4X9ZK3.');
export const submissionId = id('ID of the submission, as in list_submissions.');
export const webhookId = id('ID of the webhook, as in list_webhooks.');
export const deliveryId = id('ID of the delivery, as in list_deliveries.');

/** Default and maximum number of rows that a list returns. */
export const DEFAULT_ROWS = 20;
const MAX_ROWS = 50;

/** Arguments of every list. */
export const paging = () => ({
  limit: z.int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS).describe('Maximum number of rows.'),
  cursor: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('The `next_cursor` of the previous page. Omit it for the first page.'),
});

/** Arguments that limit a list to a time span. */
export const timeSpan = () => ({
  since: z.string().max(40).optional().describe('Only rows at or after this time, in ISO 8601.'),
  until: z.string().max(40).optional().describe('Only rows before this time, in ISO 8601.'),
});

/** Returns the pagination properties that every list result includes. */
export const page = () => ({
  next_cursor: z
    .string()
    .nullable()
    .describe('Pass this as `cursor` to get the next page. Null on the last page.'),
  truncated: z
    .boolean()
    .describe(
      'True if the page has fewer rows than `limit` because the rows are large. Use `next_cursor` to continue.',
    ),
});

/** Returns the arguments that are set, as query parameters. */
export function asQuery(args: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  const set = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}
