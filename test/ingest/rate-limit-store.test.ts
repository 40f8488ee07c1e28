/**
 * Tests the rate limit record of an address that has submitted a very large number of forms, with the real
 * table.
 */
import { GetCommand, PutCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { addressCountStore } from '../../lambdas/ingest/rate-limit-store.ts';
import { addressCounts } from '../../lambdas/forms/rate-limit.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const form = { account_id: 'acc_1', form_id: 'frm_1', rate_limit: 60 };
const AT = Date.UTC(2026, 10, 20, 12);
/** DynamoDB limits expressions to 4 KB ("Service, account, and table quotas"). */
const MAX_EXPRESSION_LENGTH = 4096;

it('is cleaned up in several steps after submissions to more forms than fit into one expression', async () => {
  const counts = addressCounts(form, 'key', '192.0.2.1', AT);
  const window = Number(counts.window.name.split('#')[1]);
  const past = Array.from({ length: 1500 }, (_, index) => [`posts#${window - 1}#frm_${10_000 + index}`, 1]);
  const { counters } = stores.tables;
  const Item = { ...Object.fromEntries(past), counter: counts.counter, expires_at: counts.expiresAt };
  await stores.db.send(new PutCommand({ TableName: counters, Item }));

  const expressions: number[] = [];
  const db = {
    send: (command: UpdateCommand) => {
      expressions.push((command.input.UpdateExpression ?? '').length);
      return stores.db.send(command);
    },
  } as unknown as DocumentClient;
  const store = addressCountStore({ ...stores, db }, counters);
  for (let post = 1; post <= 4; post += 1)
    expect(await store.count(counts, true)).toEqual({ isWithinRate: true, usedToday: post });
  expect(Math.max(...expressions)).toBeLessThanOrEqual(MAX_EXPRESSION_LENGTH);
  const Key = { counter: counts.counter };
  const left = await stores.db.send(new GetCommand({ TableName: counters, Key, ConsistentRead: true }));
  expect(Object.keys(left.Item ?? {}).length).toBeLessThan(1504);
});

it("counts a submission even if its item couldn't be cleaned up", async () => {
  const counts = addressCounts(form, 'key', '192.0.2.2', AT);
  const window = Number(counts.window.name.split('#')[1]);
  const past = Array.from({ length: 17 }, (_, index) => [`posts#${window - 1}#frm_${index}`, 1]);
  const Item = { ...Object.fromEntries(past), counter: counts.counter, expires_at: counts.expiresAt };
  await stores.db.send(new PutCommand({ TableName: stores.tables.counters, Item }));
  const db = {
    send: (command: UpdateCommand) =>
      command.input.UpdateExpression?.startsWith('REMOVE') === true
        ? Promise.reject(new Error('no room'))
        : stores.db.send(command),
  } as unknown as DocumentClient;
  expect(await addressCountStore({ ...stores, db }, stores.tables.counters).count(counts, true)).toEqual({
    isWithinRate: true,
    usedToday: 1,
  });
});
