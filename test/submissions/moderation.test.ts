import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { submissionChanges } from '../../lambdas/submissions/submission-change-store.ts';
import { DAY, epochSeconds } from '../../lambdas/core/clock.ts';
import type { FormInput } from '../../lambdas/forms/form.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { quotaCounter } from '../../lambdas/accounts/quota.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';

let service: TestOperations;

beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.stop());

/** Creates a form in a new account with a monthly quota of `quota` submissions. */
async function formWith(quota: number, input: Partial<FormInput> = {}) {
  const { accountId, key } = await newAccount(service.stores, { monthly_quota: quota });
  const form = await storedForm(service.stores, { account: accountId, ...input });
  const stored = async (status: Submission['status'], at?: number): Promise<Submission> => {
    const made = submissionOf(form, { status, ...(at !== undefined && { at }) });
    await putSubmissions(service.stores, [made]);
    return made;
  };
  return {
    stored,
    set: (id: string, status: unknown) =>
      service.call('updateSubmission', { key, path: { id }, body: { status } }),
    get: (id: string) => service.call('getSubmission', { key, path: { id } }),
    remove: (id: string) => service.call('deleteSubmission', { key, path: { id } }),
    list: async (status: string) => {
      const { body } = await service.call('listSubmissions', {
        key,
        path: { id: form.form_id },
        query: { status },
      });
      return body.data.map(({ id }: { id: string }) => id) as string[];
    },
    used: async () => {
      const { counter } = quotaCounter(accountId, Date.now(), 0);
      const { db, tables } = service.stores;
      const { Item } = await db.send(new GetCommand({ TableName: tables.counters, Key: { counter } }));
      return (Item?.['used'] as number | undefined) ?? 0;
    },
  };
}

async function item({ form_id, submission_id }: Submission): Promise<Record<string, unknown> | undefined> {
  const { db, tables } = service.stores;
  const Key = { form_id, submission_id };
  return (await db.send(new GetCommand({ TableName: tables.submissions, Key }))).Item;
}

it("releases spam, so that it counts, follows the form's retention, and moves to the other list", async () => {
  const form = await formWith(10, { retention_days: 90 });
  const spam = await form.stored('spam');
  expect(await form.set(spam.submission_id, 'received')).toMatchObject({
    status: 200,
    body: {
      id: spam.submission_id,
      status: 'received',
      received_at: spam.received_at,
      payload: Object.fromEntries(spam.payload),
    },
  });
  expect((await form.get(spam.submission_id)).body.status).toBe('received');
  expect(await form.used()).toBe(1);
  expect(await form.list('spam')).toEqual([]);
  expect(await form.list('received')).toEqual([spam.submission_id]);
  expect((await item(spam))?.['expires_at']).toBe(epochSeconds(Date.parse(spam.received_at) + 90 * DAY));
});

it('keeps a released submission forever if the form has no retention', async () => {
  const form = await formWith(10);
  const spam = await form.stored('spam');
  await form.set(spam.submission_id, 'received');
  expect(await item(spam)).not.toHaveProperty('expires_at');
});

it('marks a submission as spam so that it expires, without changing the quota usage', async () => {
  const form = await formWith(10);
  const received = await form.stored('received');
  expect((await form.set(received.submission_id, 'spam')).body).toMatchObject({ status: 'spam' });
  expect(await form.used()).toBe(0);
  expect(await form.list('spam')).toEqual([received.submission_id]);
  expect(await form.list('received')).toEqual([]);
  const expires = (await item(received))?.['expires_at'] as number;
  expect(Math.abs(expires - epochSeconds(Date.now() + 30 * DAY))).toBeLessThan(10);
});

it('counts a submission once, no matter how often it is marked and released', async () => {
  const form = await formWith(1);
  const spam = await form.stored('spam');
  for (const status of ['received', 'spam', 'received', 'spam', 'received']) {
    expect((await form.set(spam.submission_id, status)).status).toBe(200);
  }
  expect(await form.used()).toBe(1);
  const accepted = await form.stored('received');
  await form.set(accepted.submission_id, 'spam');
  expect((await form.set(accepted.submission_id, 'received')).status).toBe(200);
  expect(await form.used()).toBe(1);
});

it('changes nothing if the submission already has the status', async () => {
  const form = await formWith(0);
  const received = await form.stored('received');
  const before = await item(received);
  expect((await form.set(received.submission_id, 'received')).status).toBe(200);
  expect(await item(received)).toEqual(before);
});

it('refuses to release a submission above the quota, names the limit, and changes nothing', async () => {
  const form = await formWith(1);
  const [first, second] = [await form.stored('spam'), await form.stored('spam')];
  await form.set(first.submission_id, 'received');
  const before = await item(second);
  const { status, body } = await form.set(second.submission_id, 'received');
  expect(status).toBe(402);
  expect(body).toMatchObject({
    type: expect.stringMatching(/\/problems\/quota-exceeded$/),
    title: 'Monthly quota exceeded',
    limit: 1,
  });
  expect(await item(second)).toEqual(before);
  expect(await form.used()).toBe(1);
});

it('counts a submission only once if many requests release it concurrently', async () => {
  const form = await formWith(50);
  const spam = await form.stored('spam');
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => form.set(spam.submission_id, 'received')),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await form.used()).toBe(1);
});

it('releases exactly as many submissions as the quota allows, even if requests race', async () => {
  const form = await formWith(7);
  const spam = await Promise.all(Array.from({ length: 20 }, () => form.stored('spam')));
  const responses = await Promise.all(spam.map(({ submission_id }) => form.set(submission_id, 'received')));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(responses.filter(({ status }) => status === 402)).toHaveLength(13);
  expect(await form.list('received')).toHaveLength(7);
  expect(await form.used()).toBe(7);
});

it('ends up with a single status if a submission is released and marked as spam concurrently', async () => {
  const form = await formWith(100);
  const spam = await form.stored('spam');
  const wishes = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'spam' : 'received'));
  const responses = await Promise.all(wishes.map((status) => form.set(spam.submission_id, status)));
  for (const { status } of responses) expect([200, 409]).toContain(status);
  const { status } = (await form.get(spam.submission_id)).body;
  expect(await form.list(status)).toEqual([spam.submission_id]);
  expect(await form.used()).toBe(1);
});

it('recognizes its own write after a lost response', async () => {
  const form = await formWith(1);
  const spam = await form.stored('spam');
  const { db, tables } = service.stores;
  const { replace } = submissionChanges(db, tables.submissions);
  const released: Submission = { ...spam, status: 'received', version: 1 };
  expect(await replace(spam, released, 'mine')).toBe(true);
  expect(await replace(spam, released, 'mine')).toBe(true);
  expect(await replace(spam, released, 'another')).toBe(false);
});

it.each([undefined, 'draft', 1, null])('refuses the status %j', async (status) => {
  const form = await formWith(1);
  const spam = await form.stored('spam');
  expect((await form.set(spam.submission_id, status)).status).toBe(422);
});

it('deletes a submission permanently', async () => {
  const form = await formWith(1);
  const [received, spam] = [await form.stored('received'), await form.stored('spam')];
  for (const { submission_id: id } of [received, spam]) {
    expect(await form.remove(id)).toMatchObject({ status: 204, text: '' });
    expect((await form.get(id)).status).toBe(404);
    expect((await form.remove(id)).status).toBe(404);
    expect((await form.set(id, 'received')).status).toBe(404);
  }
  expect([await form.list('received'), await form.list('spam')]).toEqual([[], []]);
  expect(await item(spam)).toBeUndefined();
});

it("responds with 404 for an expired submission or another account's", async () => {
  const form = await formWith(1);
  const expired = await form.stored('spam', Date.now() - 31 * DAY);
  const received = await form.stored('received');
  const stranger = await formWith(1);
  for (const response of [
    await form.set(expired.submission_id, 'received'),
    await form.remove(expired.submission_id),
    await stranger.set(received.submission_id, 'spam'),
    await stranger.remove(received.submission_id),
    await form.set('sub_unknown', 'spam'),
  ]) {
    expect(response.status).toBe(404);
  }
  expect((await form.get(received.submission_id)).body.status).toBe('received');
});
