/** Tests that each request's log line identifies the caller and the resource and contains no secret. */
import { jest } from '@jest/globals';
import { newKey } from '../support/samples/accounts.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

// The logger is created when the handlers are loaded, and uses this process's console.
Object.assign(process.env, { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'INFO' });

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let ours: Everything;
let printed: string[];

/** Captures the log output instead of printing it. */
function listen(): void {
  printed = [];
  for (const method of ['info', 'warn', 'error', 'log', 'debug'] as const)
    jest.spyOn(console, method).mockImplementation((line) => void printed.push(String(line)));
}

beforeAll(async () => {
  listen();
  stores = await startStores();
  call = handlersOn(stores);
  ours = await makeEverything(stores, call);
});
afterAll(() => stores.stop());
beforeEach(listen);
afterEach(() => jest.restoreAllMocks());

const line = (): Record<string, unknown> => JSON.parse(printed.at(-1) ?? '{}') as Record<string, unknown>;
const keyId = async (): Promise<string> => {
  const { data } = (await call('listApiKeys', { key: ours.key })).body;
  return data.at(-1).id;
};

test("records a management request's account and key and the form in its path", async () => {
  const key_id = await keyId();
  expect(line()).toMatchObject({ operation: 'listApiKeys', account_id: ours.accountId, key_id });
  const form_id = ours.resources['forms'];
  const paths = [
    ['getForm', ours.resources['forms']],
    ['getSubmission', ours.resources['submissions']],
    ['updateWebhook', ours.resources['webhooks']],
    ['replayDelivery', ours.resources['deliveries']],
  ] as const;
  for (const [operation, id = ''] of paths) {
    await call(operation, {
      key: ours.key,
      path: { id },
      ...(operation === 'updateWebhook' && { body: {} }),
    });
    expect(line()).toMatchObject({ operation, account_id: ours.accountId, key_id, form_id });
    expect(line()).not.toHaveProperty('token_id');
  }
});

test('records the token instead of its key', async () => {
  const { id, key } = await newKey(stores, ours.accountId, 'management');
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: key };
  const { body } = await call('issueToken', { body: new URLSearchParams(form) });
  expect(line()).toMatchObject({ operation: 'issueToken', account_id: ours.accountId, key_id: id });
  await call('listForms', { key: body.access_token });
  expect(line()).toMatchObject({
    account_id: ours.accountId,
    key_id: id,
    token_id: expect.stringMatching(/^tok_[0-9A-Z]{26}$/),
  });
});

test('records the form and its account for submissions, and the key if one was sent', async () => {
  const slug = ours.resources['f']!;
  const about = { account_id: ours.accountId, form_id: ours.resources['forms'] };
  await call('submitForm', { path: { slug }, body: { name: 'Ada' } });
  expect(line()).toMatchObject({ operation: 'submitForm', status: 201, ...about });
  expect(line()).not.toHaveProperty('key_id');
  const { id, key } = await newKey(stores, ours.accountId, 'submission');
  await call('submitForm', { key, path: { slug }, body: { name: 'Ada' } });
  expect(line()).toMatchObject({ ...about, key_id: id });
  await call('submitEntry', { key, path: { locale: 'de' }, body: { form: slug, fields: { name: 'Ada' } } });
  expect(line()).toMatchObject({ operation: 'submitEntry', ...about, key_id: id });
});

test('records all known details of a refused request', async () => {
  const slug = ours.resources['f']!;
  const { id, key } = await newKey(stores, ours.accountId, 'management', { scopes: ['read'] });
  await call('submitForm', { key, path: { slug }, body: { name: 'Ada' } });
  expect(line()).toMatchObject({ status: 403, problem: 'invalid-key', form_id: ours.resources['forms'] });
  await call('deleteForm', { key, path: { id: ours.resources['forms']! } });
  expect(line()).toMatchObject({ status: 403, problem: 'forbidden', key_id: id, account_id: ours.accountId });
});

test('contains no secrets, parts of secrets, or hashes', async () => {
  const { id, key } = await newKey(stores, ours.accountId, 'management');
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: key };
  const { body } = await call('issueToken', { body: new URLSearchParams(form) });
  await call('listForms', { key: body.access_token });
  await call('createApiKey', { key, body: { type: 'submission', name: 'Website' } });
  const { secretHash } = await import('../../lambdas/auth/checksummed-secret.ts');
  expect(printed.length).toBeGreaterThan(2);
  for (const secret of [key, body.access_token as string]) {
    expect(printed.join('')).not.toContain(secret.slice(-20));
    expect(printed.join('')).not.toContain(secretHash(secret));
  }
});
