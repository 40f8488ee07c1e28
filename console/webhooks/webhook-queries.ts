/** Defines the queries of the webhook screens. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, fetched, fetchedWithEtag, type Schema } from '../api/api-client.ts';
import { startOf, type WebhookSearch } from './webhook-search.ts';

export type Webhook = Schema<'Webhook'>;
export type Delivery = Schema<'Delivery'>;
export type Recovery = Schema<'Recovery'>;

const POLLING_MILLISECONDS = 10_000;
/** Maximum number of pages of webhooks to read. A page covers up to 200 forms and has up to 100 webhooks. */
const MAX_PAGES = 50;

/**
 * Reads the account-wide webhooks and the webhooks of all forms that the user can access. Sorts failing
 * webhooks first, then disabled webhooks, and then all others, each group from newest to oldest.
 */
export const allWebhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async ({ signal }) => {
    const all = await allPages(
      (page) => fetched(api.GET('/v1/webhooks', { params: { query: { scope: 'all', ...page } }, signal })),
      MAX_PAGES,
    );
    return all.sort((a, b) => rankOf(a) - rankOf(b) || b.created_at.localeCompare(a.created_at));
  },
  refetchInterval: 30_000,
});

const rankOf = ({ health, disabled_reason }: Webhook): number => {
  if (health.state === 'failing') return 0;
  return disabled_reason === null ? 2 : 1;
};

/** Reads a webhook with its ETag, which is sent with a later change. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) =>
      fetchedWithEtag(api.GET('/v1/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: POLLING_MILLISECONDS,
  });

/** Reads a page of deliveries, newest first. */
export const deliveriesQuery = (id: string, { status, since, cursor }: WebhookSearch) =>
  queryOptions({
    queryKey: ['deliveries', id, 'page', { status, since, cursor }],
    queryFn: ({ signal }) => {
      const query = {
        ...(status !== undefined && { status }),
        ...(since !== undefined && { since: startOf(since) }),
        ...(cursor !== undefined && { cursor }),
      };
      return fetched(api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }));
    },
    refetchInterval: POLLING_MILLISECONDS,
    placeholderData: (before) => before,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/deliveries/{id}', { params: { path: { id } }, signal })),
    refetchInterval: POLLING_MILLISECONDS,
  });

/** Reads the last delivery that failed permanently, to explain why the webhook is failing. */
export const lastFailedQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id, 'last failed'],
    queryFn: async ({ signal }) => {
      const query = { status: 'failed', limit: 1 } as const;
      const { data } = await fetched(
        api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }),
      );
      return data[0] ?? null;
    },
  });

/**
 * Reads the newest recoveries. Polls, because the service can also start recoveries automatically. While a
 * recovery is running, polls more often.
 */
export const recoveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['recoveries', id],
    queryFn: async ({ signal }) => {
      const query = { limit: 5 };
      const { data } = await fetched(
        api.GET('/v1/webhooks/{id}/recoveries', { params: { path: { id }, query }, signal }),
      );
      return data;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? 1_000 : POLLING_MILLISECONDS,
  });

const CHART_DAYS = 14;
const CHART_PAGES = 5;
const PAGE = 100;
const DAY_MILLISECONDS = 86_400_000;

export interface Outcomes {
  /** UTC dates such as `2026-11-21`, oldest first. */
  readonly days: readonly string[];
  readonly succeeded: readonly number[];
  readonly failed: readonly number[];
  readonly underWay: readonly number[];
  /**
   * Number of deliveries that were counted if there are more than the chart reads. Undefined if all
   * deliveries were counted.
   */
  readonly readUpTo: number | undefined;
}

/** Reads the results of the deliveries that were created in the last two weeks, grouped by day. */
export const outcomesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id, 'outcomes'],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - (CHART_DAYS - 1) * DAY_MILLISECONDS).toISOString().slice(0, 10);
      const all: Delivery[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < CHART_PAGES && (page === 0 || cursor !== null); page += 1) {
        const query = { since: `${since}T00:00:00Z`, limit: PAGE, ...(cursor !== null && { cursor }) };
        const call = api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal });
        const found: { data: Delivery[]; next_cursor: string | null } = await fetched(call);
        all.push(...found.data);
        cursor = found.next_cursor;
      }
      return outcomesByDay(all, since, cursor !== null);
    },
    staleTime: 60_000,
  });

/**
 * Counts deliveries by day and result. Test pings are not counted.
 * @param since first day to count, such as `2026-11-21`
 */
export function outcomesByDay(
  deliveries: readonly Delivery[],
  since: string,
  hasMore: boolean,
  now = Date.now(),
): Outcomes {
  const counted = deliveries.filter(({ event }) => event !== 'webhook.test');
  const dayOf = ({ created_at }: Delivery): string => created_at.slice(0, 10);
  const oldest = hasMore ? counted.map(dayOf).reduce((a, b) => (a < b ? a : b), '9999') : since;
  const days: string[] = [];
  for (let at = Date.parse(`${since}T00:00:00Z`); at <= now; at += DAY_MILLISECONDS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  const shown = days.filter((day) => day >= oldest);
  const countOf = (...states: readonly Delivery['status'][]): number[] =>
    shown.map((day) => counted.filter((each) => dayOf(each) === day && states.includes(each.status)).length);
  return {
    days: shown,
    succeeded: countOf('succeeded'),
    failed: countOf('failed'),
    underWay: countOf('pending', 'retrying'),
    readUpTo: hasMore ? counted.length : undefined,
  };
}

/** Refreshes all data that can change when a webhook is updated or a delivery is resent. */
export function readAgain(queries: QueryClient): void {
  for (const key of ['webhook', 'webhooks', 'deliveries', 'recoveries']) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
