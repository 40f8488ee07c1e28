/** Tests which items are removed from a restored table because they may be outdated. */
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { removeRestoredMarks } from '../../cli/restore/restored-marks.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const LIMITS = { quota_limit: 100, plan: 'free', plans: 'digest' };

it.each([
  [
    'Accounts',
    'accounts',
    [
      { account_id: 'acc_1', plan: 'free', no_account_webhooks: true },
      { account_id: 'acc_2', plan: 'pro' },
    ],
    [
      { account_id: 'acc_1', plan: 'free' },
      { account_id: 'acc_2', plan: 'pro' },
    ],
    1,
  ],
  [
    'FormSlugs',
    'formSlugs',
    [
      { slug: 'contact', form_id: 'frm_1', no_webhooks: true, no_emails: true },
      { slug: 'frm_1', form_id: 'frm_1', no_webhooks: true, no_emails: true },
      { slug: 'jobs', form_id: 'frm_2' },
    ],
    [
      { slug: 'contact', form_id: 'frm_1', no_emails: true },
      { slug: 'frm_1', form_id: 'frm_1', no_emails: true },
      { slug: 'jobs', form_id: 'frm_2' },
    ],
    2,
  ],
  [
    'Counters',
    'counters',
    [
      { counter: 'quota#1', used: 7, generation: 2, ...LIMITS, no_account_webhooks: true },
      { counter: 'quota#2', used: 8, ...LIMITS },
      { counter: 'rate#1', count: 3 },
    ],
    [
      { counter: 'quota#1', used: 7, generation: 2 },
      { counter: 'quota#2', used: 8 },
      { counter: 'rate#1', count: 3 },
    ],
    2,
  ],
  [
    'Webhooks',
    'webhooks',
    [{ owner_id: 'frm_1', webhook_id: 'wh_1', url: 'https://one.example/' }],
    undefined,
    0,
  ],
] as const)(
  'removes markers from %s that were valid only at the restored time',
  async (table, key, items, left, changed) => {
    const { db, tables } = stores;
    const name = tables[key];
    for (const Item of items) await db.send(new PutCommand({ TableName: name, Item }));
    expect(await removeRestoredMarks(db, table, name)).toBe(changed);
    const { Items } = await db.send(new ScanCommand({ TableName: name }));
    expect(Items).toHaveLength(items.length);
    expect(Items).toEqual(expect.arrayContaining([...(left ?? items)]));
    expect(await removeRestoredMarks(db, table, name)).toBe(0);
  },
);
