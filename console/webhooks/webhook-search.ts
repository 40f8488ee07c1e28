/**
 * Defines the query parameters of the webhook screen: the view, the delivery filters, and the open delivery.
 */
import { enumParam, textParam } from '../app/search-params.ts';

export const deliveryStates = ['pending', 'retrying', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const webhookViews = ['settings', 'verify'] as const;
export const spans = ['today', 'yesterday', 'week'] as const;
export type Span = (typeof spans)[number];

/** Programming languages with verification examples. */
export const snippetLanguages = ['node', 'python', 'go', 'php', 'ruby', 'java'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export interface WebhookSearch {
  /** Selected view of the webhook screen. If undefined, the screen shows the deliveries. */
  readonly view?: (typeof webhookViews)[number] | undefined;
  readonly status?: DeliveryState | undefined;
  readonly since?: Span | undefined;
  readonly cursor?: string | undefined;
  /** Id of the open delivery. */
  readonly delivery?: string | undefined;
  readonly code?: SnippetLanguage | undefined;
}

export const listedStates = ['failing', 'ok', 'idle', 'disabled'] as const;

/** Filters and page of the list of webhooks. */
export interface WebhooksSearch {
  /** Shows only webhooks that apply to this form. If undefined, shows the webhooks of all forms. */
  readonly form?: string | undefined;
  readonly q?: string | undefined;
  readonly state?: (typeof listedStates)[number] | undefined;
  /** Page number. Undefined for the first page. */
  readonly page?: string | undefined;
}

export const webhooksSearch = (search: Record<string, unknown>): WebhooksSearch => ({
  form: textParam(search['form']),
  q: textParam(search['q']),
  state: enumParam(search['state'], listedStates),
  page: /^[1-9]\d{0,3}$/.test(textParam(search['page']) ?? '') ? textParam(search['page']) : undefined,
});

export const webhookSearch = (search: Record<string, unknown>): WebhookSearch => ({
  view: enumParam(search['view'], webhookViews),
  status: enumParam(search['status'], deliveryStates),
  since: enumParam(search['since'], spans),
  cursor: textParam(search['cursor']),
  delivery: textParam(search['delivery']),
  code: enumParam(search['code'], snippetLanguages),
});

const DAYS_BACK: Readonly<Record<Span, number>> = { today: 0, yesterday: 1, week: 7 };

/**
 * Returns the start of the period, which is midnight in the user's time zone. The result must stay the same
 * all day, because pagination cursors depend on it.
 */
export function startOf(span: Span, now = Date.now()): string {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - DAYS_BACK[span]);
  return date.toISOString();
}
