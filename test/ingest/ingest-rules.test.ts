/** Tests ingest's quota and rate limit with the real store and a clock that the tests control. */
import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { hashOfKey } from '../../lambdas/auth/keys/api-key.ts';
import { QuotaExceeded, RateLimited } from '../../lambdas/core/errors/errors.ts';
import type { EncodedBody } from '../../lambdas/http/body/read-form.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';
import { stores, call, post } from './ingest-rules-fixture.ts';

let account: AccountWithForms;

it('starts a new quota each month in UTC', async () => {
  account = await makeAccount(stores, call, { quota: 1 });
  const { slug } = await account.makeForm();
  const lastOfMonth = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
  expect((await post(slug, lastOfMonth)).outcome).toBe('stored');
  await expect(post(slug, lastOfMonth)).rejects.toThrow(QuotaExceeded);
  expect((await post(slug, lastOfMonth + 1)).outcome).toBe('stored');
  await expect(post(slug, lastOfMonth + 1)).rejects.toThrow(QuotaExceeded);
});

it('marks submissions that reach at least four fifths of the quota so that the owner can be notified', async () => {
  account = await makeAccount(stores, call, { quota: 5 });
  const { slug } = await account.makeForm();
  const now = Date.UTC(2027, 1, 5);
  const marks: unknown[] = [];
  for (let count = 1; count <= 5; count += 1) {
    const result = await post(slug, now);
    marks.push(result.outcome === 'stored' && result.submission.near_quota);
  }
  expect(marks).toEqual([undefined, undefined, undefined, true, true]);
});

it.each([
  [0, [{ nobody_to_tell: true, no_account_webhooks: true }]],
  [999, [{ nobody_to_tell: true, no_account_webhooks: true }]],
  [1000, [{}]],
])('marks a submission with a body that takes %i ms to arrive with %p', async (takes, expected) => {
  account = await makeAccount(stores, call, { quota: 5 });
  const { id, slug } = await account.makeForm();
  let now = Date.UTC(2027, 1, 5);
  function* bytes() {
    now += takes;
    yield Buffer.from('{"name":"Ada"}');
  }
  await post(slug, () => now, { body: { contentType: 'application/json', bytes: bytes() } });
  const stored = await storedSubmissions(stores, id);
  expect(
    stored.map(({ nobody_to_tell, no_account_webhooks }: any) => ({ nobody_to_tell, no_account_webhooks })),
  ).toEqual(expected);
});

it('accepts exactly as many of 50 concurrent submissions as the quota allows, and reads no more bodies after that', async () => {
  account = await makeAccount(stores, call, { quota: 3 });
  const { slug } = await account.makeForm();
  const now = Date.UTC(2027, 0, 5);
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => post(slug, now)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const each of all) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(QuotaExceeded);
  let read = false;
  function* bytes() {
    read = true;
    yield Buffer.from('{}');
  }
  const body = { contentType: 'application/json', bytes: bytes() };
  await expect(post(slug, now, { body })).rejects.toThrow(QuotaExceeded);
  expect(read).toBe(false);
});

it('accepts exactly as many of 50 concurrent submissions as the rate limit allows and says when to retry', async () => {
  account = await makeAccount(stores, call);
  const { slug } = await account.makeForm({ rate_limit: 5 });
  const now = Date.UTC(2027, 1, 5);
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => post(slug, now)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  for (const failure of refused) {
    expect(failure).toBeInstanceOf(RateLimited);
    expect((failure as RateLimited).retryAfterSeconds).toBeGreaterThan(0);
    expect((failure as RateLimited).retryAfterSeconds).toBeLessThanOrEqual(600);
  }
  // Refused submissions don't use up the quota.
  expect(await countersOf(`quota#${account.account_id}`)).toEqual([5]);
  expect((await post(slug, now, { sourceIp: '203.0.113.8' })).outcome).toBe('stored');
  expect((await post(slug, now + 600_000)).outcome).toBe('stored');
});

/** Returns the values of all counters with this prefix. */
async function countersOf(prefix: string, attribute = 'used'): Promise<number[]> {
  const { Items = [] } = await stores.db.send(
    new ScanCommand({
      TableName: stores.tables.counters,
      FilterExpression: 'begins_with(#counter, :prefix)',
      ExpressionAttributeNames: { '#counter': 'counter' },
      ExpressionAttributeValues: { ':prefix': prefix },
    }),
  );
  return Items.map((item) => Number(item[attribute]));
}

describe('the share per address', () => {
  const MIDNIGHT = Date.UTC(2027, 5, 6);
  const NOON = MIDNIGHT - 43_200_000;
  /** Returns the number of accepted submissions for each address on the day of `NOON`. */
  const sharesOf = ({ account_id }: AccountWithForms) =>
    countersOf(`address#${account_id}`, `accepted#${NOON / 86_400_000 - 0.5}`);

  it('accepts exactly 60 of 80 concurrent submissions from one address per day, across all forms', async () => {
    account = await makeAccount(stores, call, { quota: 100 });
    const forms = [
      await account.makeForm({ name: 'One', rate_limit: 1000 }),
      await account.makeForm({ name: 'Other', rate_limit: 1000 }),
    ];
    const all = await Promise.allSettled(
      Array.from({ length: 80 }, (_, index) => post(forms[index % 2]!.slug, NOON)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    for (const each of all) {
      if (each.status === 'fulfilled') continue;
      expect(each.reason).toBeInstanceOf(RateLimited);
      expect(each.reason).toMatchObject({ slug: 'rate-limited', retryAfterSeconds: 43_200 });
    }
    // Refused submissions don't use up the quota or the address's share.
    expect(await countersOf(`quota#${account.account_id}`)).toEqual([60]);
    expect(await sharesOf(account)).toEqual([60]);

    const { slug } = forms[0]!;
    expect((await post(slug, NOON, { sourceIp: '203.0.113.8' })).outcome).toBe('stored');
    await expect(post(slug, MIDNIGHT - 1)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    expect((await post(slug, MIDNIGHT)).outcome).toBe('stored');
  });

  it('is released for the next submission if an earlier one was refused', async () => {
    account = await makeAccount(stores, call, { quota: 100 });
    const { slug } = await account.makeForm({ rate_limit: 1000 });
    const bad = { body: { contentType: 'application/json', bytes: [Buffer.from('[')] } };
    await Promise.all(Array.from({ length: 59 }, () => post(slug, NOON)));
    for (let count = 0; count < 3; count += 1) await expect(post(slug, NOON, bad)).rejects.toThrow();
    expect((await post(slug, NOON)).outcome).toBe('stored');
    await expect(post(slug, NOON, bad)).rejects.not.toBeInstanceOf(RateLimited);
    await expect(post(slug, NOON)).rejects.toBeInstanceOf(RateLimited);
    expect(await sharesOf(account)).toEqual([60]);
  });

  it('is a tenth of a larger quota and counts IPv6 addresses by their /64 prefix', async () => {
    account = await makeAccount(stores, call, { quota: 620 });
    const { slug } = await account.makeForm({ rate_limit: 1000 });
    const from = (sourceIp: string) => post(slug, NOON, { sourceIp });
    const all = await Promise.allSettled(
      Array.from({ length: 70 }, (_, index) => from(`2001:db8:0:1::${index.toString(16)}`)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(62);
    expect((await from('2001:db8:0:2::1')).outcome).toBe('stored');
  });

  it("doesn't count spam, replays, or refused submissions", async () => {
    account = await makeAccount(stores, call, { quota: 1000 });
    const { slug } = await account.makeForm({ rate_limit: 1000 });
    const key = { idempotencyKey: 'k' };
    await Promise.all([post(slug, NOON, key), post(slug, NOON, key), post(slug, NOON, key)]);
    const bodyOf = (text: string): EncodedBody => ({
      contentType: 'application/json',
      bytes: [Buffer.from(text)],
    });
    expect((await post(slug, NOON, { body: bodyOf('{"_gotcha":"x"}') })).outcome).toBe('spam');
    await expect(post(slug, NOON, { body: bodyOf('[') })).rejects.toThrow();
    expect(await sharesOf(account)).toEqual([1]);
    expect(await countersOf(`quota#${account.account_id}`)).toEqual([1]);
  });

  it("reports the quota if both are used up and doesn't apply if the quota is lower", async () => {
    account = await makeAccount(stores, call, { quota: 60 });
    const { slug } = await account.makeForm({ rate_limit: 1000 });
    const all = await Promise.allSettled(Array.from({ length: 65 }, () => post(slug, NOON)));
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(5);
    for (const each of refused) expect(each).toBeInstanceOf(QuotaExceeded);
    expect(await sharesOf(account)).toEqual([60]);
  });

  it('returns 429 with the seconds until the end of the UTC day and stores no address', async () => {
    account = await makeAccount(stores, call, { quota: 600 });
    const { slug } = await account.makeForm({ rate_limit: 1000 });
    const statuses: number[] = [];
    let last = await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
    for (; last.status === 201 && statuses.length < 70; statuses.push(201))
      last = await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
    expect(statuses).toHaveLength(60);
    expect(last).toMatchObject({
      status: 429,
      body: { type: 'http://api.test/problems/rate-limited', status: 429 },
    });
    const seconds = Number(last.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(Math.abs(seconds - (86_400 - (Math.floor(Date.now() / 1000) % 86_400)))).toBeLessThan(5);
    const { Items } = await stores.db.send(new ScanCommand({ TableName: stores.tables.counters }));
    expect(JSON.stringify(Items)).not.toMatch(/203\.0\.113|2001:db8/);
  });
});

it('never exceeds the limit or loses an accepted submission when submissions of all kinds race', async () => {
  account = await makeAccount(stores, call, { quota: 40 });
  const { slug, id } = await account.makeForm({ rate_limit: 30 });
  const limited = await account.makeForm({ rate_limit: 3 });
  const now = Date.UTC(2027, 6, 5);
  const bodyOf = (text: string): EncodedBody => ({
    contentType: 'application/json',
    bytes: [Buffer.from(text)],
  });
  const kinds = [
    (index: number) => post(slug, now, { sourceIp: `198.51.100.${index % 7}` }),
    () => post(slug, now, { body: bodyOf('{"_gotcha":"x"}'), sourceIp: '198.51.100.50' }),
    () => post(slug, now, { body: bodyOf('['), sourceIp: '198.51.100.51' }),
    (index: number) =>
      post(slug, now, { idempotencyKey: `k${index % 3}`, sourceIp: `198.51.100.${60 + (index % 5)}` }),
    () => post(limited.slug, now),
  ];
  const seen: number[] = [];
  let isRacing = true;
  const watch = async (): Promise<void> => {
    while (isRacing) {
      const [stored, [used = 0]] = [
        await acceptedIn(id, limited.id),
        await countersOf(`quota#${account.account_id}`),
      ];
      // The quota counter is read after the stored submissions, so submissions in progress can only make the
      // counter higher.
      expect(used).toBeGreaterThanOrEqual(stored);
      expect(used).toBeLessThanOrEqual(40);
      seen.push(used);
    }
  };
  const watching = watch();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, (_, index) => kinds[index % kinds.length]!(index)),
  );
  isRacing = false;
  await watching;
  expect(seen.length).toBeGreaterThan(0);
  const stored = outcomes.filter((each) => each.status === 'fulfilled' && each.value.outcome === 'stored');
  expect(await acceptedIn(id, limited.id)).toBe(stored.length);
  expect(await countersOf(`quota#${account.account_id}`)).toEqual([stored.length]);
});

/** Returns the total number of accepted submissions to the forms. */
async function acceptedIn(...formIds: string[]): Promise<number> {
  let accepted = 0;
  for (const formId of formIds) {
    const stored = await storedSubmissions(stores, formId);
    accepted += stored.filter(({ status }) => status === 'received').length;
  }
  return accepted;
}

it('records the use of a valid key even if the rate limit refuses the submission', async () => {
  account = await makeAccount(stores, call);
  const { slug } = await account.makeForm({ rate_limit: 1 });
  const lastUse = async () => {
    const Key = { key_hash: hashOfKey(account.submissionKey) };
    const { Item } = await stores.db.send(new GetCommand({ TableName: stores.tables.apiKeys, Key }));
    return Item?.['last_used_at'] as unknown;
  };
  await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
  expect(await lastUse()).toBeUndefined();
  const refused = await call('submitForm', { path: { slug }, body: {}, key: account.submissionKey });
  expect(refused.status).toBe(429);
  expect(await lastUse()).toMatch(/^\d{4}-/);
});
