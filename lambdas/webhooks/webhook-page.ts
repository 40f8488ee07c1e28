/** Builds pages of a form's or account's webhooks for the management API. */
import type * as z from 'zod';
import { pageOfAll, type pageQuery } from '../core/web/pagination.ts';
import { toWebhookView, type Webhook, type WebhookView } from './webhook.ts';

/**
 * Returns a page of these webhooks. Takes all of them as one list, because there are only a few.
 * @param rates returns the success rates of the webhooks on the page
 */
export async function webhookPage(
  all: readonly Webhook[],
  query: z.output<typeof pageQuery>,
  {
    rates,
    ...cursor
  }: {
    /** Name and key for signing the list's cursors. */
    readonly list: string;
    readonly key: string;
    rates(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number | null>>;
  },
): Promise<{ data: WebhookView[]; next_cursor: string | null }> {
  const { rows, next_cursor } = pageOfAll(
    all,
    ({ created_at, webhook_id }) => [created_at, webhook_id],
    query,
    cursor,
  );
  const found = await rates(rows.map(({ webhook_id }) => webhook_id));
  return { data: rows.map((row) => toWebhookView(row, found.get(row.webhook_id) ?? null)), next_cursor };
}
