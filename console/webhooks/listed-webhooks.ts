/**
 * Selects the webhooks to show in the list: those on one page that match the search, the form and the status.
 */
import { folded } from '../app/folded-text.ts';
import type { Schema } from '../api/schema.ts';
import type { WebhooksSearch } from './webhook-search.ts';

type Webhook = Schema<'Webhook'>;

/** Number of webhooks per page of the list. */
export const ROWS_PER_PAGE = 50;

/**
 * Returns the webhooks that match the filters, in the same order. The search text is compared with webhook
 * names, URLs and form names.
 */
export function matchingWebhooks(
  all: readonly Webhook[],
  { form, q, state }: WebhooksSearch,
  nameOfForm: (formId: string | null) => string,
): readonly Webhook[] {
  const wanted = folded((q ?? '').trim());
  return all.filter(
    ({ form_id, health, name, url }) =>
      (form === undefined || form_id === form || form_id === null) &&
      (state === undefined || health.state === state) &&
      (wanted === '' || folded(`${name ?? ''}\n${url}\n${nameOfForm(form_id)}`).includes(wanted)),
  );
}

export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** Page number, starting with 1. */
  readonly page: number;
  readonly pages: number;
  /** Number of the first row on the page, starting with 1. */
  readonly first: number;
}

/** Returns a page of the rows. If the page doesn't exist, returns the last page. */
export function pageOfRows<Row>(all: readonly Row[], wanted: string | undefined): Listed<Row> {
  const pages = Math.max(1, Math.ceil(all.length / ROWS_PER_PAGE));
  const page = Math.min(Number(wanted ?? 1), pages);
  const start = (page - 1) * ROWS_PER_PAGE;
  return { rows: all.slice(start, start + ROWS_PER_PAGE), page, pages, first: start + 1 };
}
