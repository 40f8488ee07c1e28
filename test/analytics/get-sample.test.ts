import type { SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { signedRequest } from '../../lambdas/webhooks/delivery/envelope.ts';
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: TestAccount;
beforeAll(async () => {
  service = await startOperations();
  account = await newAccount(service.stores);
});
afterAll(() => service.stop());

const sampleOf = (form_id: string, key = account.key) =>
  service.call('getSample', { key, path: { id: form_id } });

it('returns the latest accepted submission exactly as a webhook receives it', async () => {
  const form = await storedForm(service.stores, { account: account.accountId });
  const start = Date.now() - 1_000_000;
  const attachment = {
    file_id: 'file_0000000000000001',
    field: 'cv',
    name: 'cv.pdf',
    content_type: 'application/pdf',
    size: 3,
  };
  const latest = {
    ...submissionOf(form, { at: start + 1000, fields: { b: '2', a: '["x","y"]' } }),
    attachments: [attachment],
    link_key: 'key',
  };
  await putSubmissions(service.stores, [
    submissionOf(form, { at: start, fields: { old: '1' } }),
    latest,
    submissionOf(form, { at: start + 2000, status: 'spam', fields: { viagra: '1' } }),
  ]);
  const { status, text, body } = await sampleOf(form.form_id);
  expect(status).toBe(200);
  const webhook = {
    form_id: form.form_id,
    url: 'https://x.test/',
    secret: 'whsec_x',
  } as unknown as SigningWebhook;
  const sent = signedRequest({ delivery_id: body.id, event: 'submission.created' }, 1, webhook, latest, {
    baseUrl: 'http://api.test',
    now: Date.parse(body.created_at),
  });
  expect(text).toBe(sent.body);
  expect(body).toMatchObject({
    type: 'submission.created',
    id: expect.stringMatching(/^whd_/),
    data: {
      submission_id: latest.submission_id,
      form_id: form.form_id,
      payload: { b: '2', a: '["x","y"]' },
      files: [{ field: 'cv', name: 'cv.pdf' }],
    },
  });
});

it('generates a submission with common fields if the form has no submissions', async () => {
  const form = await storedForm(service.stores, { account: account.accountId });
  const { body } = await sampleOf(form.form_id);
  expect(body.data).toEqual({
    submission_id: expect.stringMatching(/^sub_/),
    form_id: form.form_id,
    payload: { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Hello!' },
    files: [],
  });
  const again = await sampleOf(form.form_id);
  expect({ ...again.body, created_at: '' }).toEqual({ ...body, created_at: '' });
});

it('generates a submission with the declared fields, in the declared order', async () => {
  const form = await storedForm(service.stores, {
    account: account.accountId,
    fields: [
      { name: 'seats', type: 'number', min: 2, max: 8 },
      { name: 'day', type: 'date', max: '2026-01-31' },
      { name: 'topics', type: 'choices', options: ['Tea', 'Cake', 'Jam'] },
      { name: 'name', type: 'text', min_length: 10 },
      { name: 'cv', type: 'file', accept: '.odt' },
    ],
  });
  const { body } = await sampleOf(form.form_id);
  expect(Object.entries(body.data.payload)).toEqual([
    ['seats', '2'],
    ['day', '2026-01-31'],
    ['topics', '["Tea","Cake"]'],
    ['name', 'Example...'],
  ]);
  expect(body.data.files).toMatchObject([{ field: 'cv', name: 'example.odt' }]);
});

it("finds only the account's forms", async () => {
  const form = await storedForm(service.stores, { account: account.accountId });
  expect((await sampleOf(form.form_id, (await newAccount(service.stores)).key)).status).toBe(404);
});
