/** Builds pages of a form's or account's webhooks for the management API. */
import type * as z from 'zod';
import { pageOfAll, type pageQuery } from '../core/web/pagination.ts';
import { viewsOf, type WebhookFacts } from './webhook-views.ts';
import type { Webhook, WebhookView } from './webhook.ts';

/**
 * Returns a page of these webhooks. Expects the complete list, because there are only a few webhooks.
 */
export async function webhookPage(
  all: readonly Webhook[],
  query: z.output<typeof pageQuery>,
  {
    facts,
    ...cursor
  }: {
    /** Name and key for signing the list's cursors. */
    readonly list: string;
    readonly key: string;
    readonly facts: WebhookFacts;
  },
): Promise<{ data: WebhookView[]; next_cursor: string | null }> {
  const { rows, next_cursor } = pageOfAll(
    all,
    ({ created_at, webhook_id }) => [created_at, webhook_id],
    query,
    cursor,
  );
  return { data: await viewsOf(rows, facts), next_cursor };
}
