import { deliveryStore } from '../../lambdas/webhooks/delivery/delivery-store.ts';
import { newDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { failWithoutAttempt } from '../../lambdas/webhooks/delivery/delivery-state.ts';
import { newSubmissionId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: TestAccount;
let stranger: TestAccount;
let form: { id: string };
let webhook: { id: string };
/**
 * Time when the oldest delivery's submission was received, in milliseconds since the epoch. The other
 * submissions follow at one-second intervals.
 */
const START = Date.parse('2026-11-20T10:00:00.000Z');
/** Deliveries, newest first. Every tenth delivery has failed. */
let made: Delivery[];

beforeAll(async () => {
  service = await startOperations();
  account = await newAccount(service.stores);
  stranger = await newAccount(service.stores);
  form = (await service.call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
  const body = { url: 'https://hooks.example.org/' };
  webhook = (await service.call('createWebhook', { key: account.key, path: { id: form.id }, body })).body;
  const { create } = deliveryStore(service.stores, service.stores.tables.deliveries);
  made = Array.from({ length: 120 }, (_, index) => {
    const at = START + index * 1000;
    const fresh = newDelivery(webhook.id, newSubmissionId(form.id, at, systemRandom), at);
    return index % 10 === 0 ? failWithoutAttempt(fresh, 'gone', at) : fresh;
  }).reverse();
  await Promise.all(made.map(create));
});
afterAll(() => service.stop());

type Query = Record<string, string>;

const list = (query: Query = {}, key = account.key) =>
  service.call('listDeliveries', { key, path: { id: webhook.id }, query });

async function pages(query: Query): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { status, body } = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(status).toBe(200);
    found.push(body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return found;
}
const idsOf = (some: readonly Delivery[]) => some.map(({ delivery_id }) => delivery_id);

describe('GET /v1/webhooks/:id/deliveries', () => {
  it('lists the last fifty deliveries by default and continues from the cursor', async () => {
    expect(await pages({})).toEqual([
      idsOf(made.slice(0, 50)),
      idsOf(made.slice(50, 100)),
      idsOf(made.slice(100)),
    ]);
    expect(await pages({ limit: '100' })).toEqual([idsOf(made.slice(0, 100)), idsOf(made.slice(100))]);
  });

  it('finds failed deliveries among many others, page by page', async () => {
    const failed = made.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(12);
    expect((await pages({ status: 'failed', limit: '5' })).flat()).toEqual(idsOf(failed));
    expect((await pages({ status: 'succeeded' })).flat()).toEqual([]);
  });

  it.each([
    ['since the hundredth second', { since: '2026-11-20T10:01:40.000Z' }, 0, 20],
    ['until the twentieth second, exclusive', { until: '2026-11-20T10:00:20.000Z' }, 100, 120],
    ['within ten seconds', { since: '2026-11-20T10:01:00Z', until: '2026-11-20T10:01:10Z' }, 50, 60],
    ['in an empty period', { since: '2026-11-20T10:01:00Z', until: '2026-11-20T10:01:00Z' }, 0, 0],
    ['before 1970', { until: '1969-01-01T00:00:00Z' }, 0, 0],
  ])('lists deliveries %s', async (_, query, from, to) => {
    expect((await pages({ ...query, limit: '7' })).flat()).toEqual(idsOf(made.slice(from, to)));
  });

  it.each<[Query, string]>([
    [{ status: 'lost' }, 'status'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2026-11-20T10:00:00Z', until: '2026-11-19T10:00:00Z' }, 'until'],
    [{ limit: '101' }, 'limit'],
    [{ cursor: 'bm9uc2Vuc2U' }, 'cursor'],
  ])('refuses the query %j', async (query, path) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
  });

  it('refuses a cursor from another filter or account', async () => {
    const { body } = await list({ limit: '1' });
    const cursor: string = body.next_cursor;
    expect((await list({ limit: '1', status: 'failed', cursor })).status).toBe(422);
    expect((await list({ limit: '1', cursor }, stranger.key)).status).toBe(404);
  });
});

describe('GET /v1/deliveries/:id', () => {
  it('returns the same data as the list, even if the webhook is deleted', async () => {
    const { body } = await list({ limit: '1' });
    const get = (key: string) => service.call('getDelivery', { key, path: { id: body.data[0].id } });
    expect(await get(account.key)).toMatchObject({ status: 200, body: body.data[0] });
    expect((await get(stranger.key)).status).toBe(404);
    const [newest] = made;
    const end = newest!.delivery_id.endsWith('0') ? '1' : '0';
    for (const id of ['nonsense', `${newest!.delivery_id.slice(0, -1)}${end}`]) {
      expect((await service.call('getDelivery', { key: account.key, path: { id } })).status).toBe(404);
    }
  });
});

describe('GET /v1/webhooks/:id', () => {
  it('returns the same data as the list', async () => {
    const { body } = await service.call('listWebhooks', { key: account.key, path: { id: form.id } });
    const get = (key: string, id = webhook.id) => service.call('getWebhook', { key, path: { id } });
    expect(await get(account.key)).toMatchObject({ status: 200, body: body.data[0] });
    expect((await get(stranger.key)).status).toBe(404);
    expect((await get(account.key, 'wh_nonsense')).status).toBe(404);
  });
});
