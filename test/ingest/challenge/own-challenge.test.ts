/** Tests submissions to forms that use the service's own challenge, and the operation that returns puzzles. */
import { makeAccount, type AccountWithForms } from '../../support/samples/account-with-forms.ts';
import { solved, type Puzzle } from '../../support/samples/solved-puzzle.ts';
import { storedSubmissions } from '../../support/samples/stored-records.ts';
import { handlersOn } from '../../support/service/handlers.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const challenge = { enabled: true, provider: 'proof-of-work', difficulty: 'low' };
const makeForm = (more: object = {}) => account.makeForm({ challenge, ...more });
const getPuzzle = async (slug: string): Promise<Puzzle> =>
  (await call('getChallenge', { path: { slug } })).body as Puzzle;
const post = (slug: string, fields: object, headers: Record<string, string> = {}) =>
  call('submitForm', { path: { slug }, body: { name: 'Ada', ...fields }, headers });
const payloads = async (id: string) => (await storedSubmissions(stores, id)).map(({ payload }) => payload);
const FAILED = { status: 403, body: { code: 'challenge-failed' } };

it('stores a post with a solution once, without the solution', async () => {
  const form = await makeForm();
  const altcha = solved(await getPuzzle(form.slug));
  expect(await post(form.slug, { altcha })).toMatchObject({ status: 201 });
  expect(await post(form.slug, { altcha })).toMatchObject(FAILED);
  expect(await post(form.slug, { altcha }, { 'idempotency-key': 'another' })).toMatchObject(FAILED);
  expect(await payloads(form.id)).toEqual([[['name', 'Ada']]]);
});

it('refuses a post without a solution, with a wrong one, and with one for another form', async () => {
  const [form, other] = await Promise.all([makeForm(), makeForm()]);
  const puzzle = await getPuzzle(form.slug);
  expect(await post(form.slug, {})).toMatchObject(FAILED);
  expect(await post(form.slug, { altcha: solved(puzzle, { number: 50_001 }) })).toMatchObject(FAILED);
  expect(await post(form.slug, { altcha: solved(await getPuzzle(other.slug)) })).toMatchObject(FAILED);
  expect(await post(form.slug, { altcha: 'A'.repeat(8 * 2048) })).toMatchObject(FAILED);
  expect(await payloads(form.id)).toEqual([]);
});

it('lets one of two posts win that bring the same solution at once', async () => {
  const form = await makeForm();
  for (let round = 0; round < 5; round += 1) {
    const altcha = solved(await getPuzzle(form.slug));
    const both = await Promise.all([post(form.slug, { altcha }), post(form.slug, { altcha })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403]);
  }
  expect(await payloads(form.id)).toHaveLength(5);
});

it('needs no new solution for a replay, and lets a repeated post use its own solution', async () => {
  const form = await makeForm();
  const key = { 'idempotency-key': 'k1' };
  const altcha = solved(await getPuzzle(form.slug));
  const [one, other] = await Promise.all([
    post(form.slug, { altcha }, key),
    post(form.slug, { altcha }, key),
  ]);
  expect([one.status, other.status].toSorted()).toEqual([200, 201]);
  expect(await post(form.slug, {}, key)).toMatchObject({ status: 200, body: { idempotent_replay: true } });
  expect(await payloads(form.id)).toHaveLength(1);
});

it('spends nothing on a post that its fields or the honeypot stop', async () => {
  const form = await makeForm({ fields: [{ name: 'email', type: 'email', required: true }] });
  const altcha = solved(await getPuzzle(form.slug));
  expect(await post(form.slug, { altcha })).toMatchObject({ status: 422 });
  expect(await post(form.slug, { altcha, email: 'ada@example.org', _gotcha: 'x' })).toMatchObject({
    status: 200,
  });
  expect(await post(form.slug, { altcha, email: 'ada@example.org' })).toMatchObject({ status: 201 });
});

it('keeps altcha as a value where the form has no challenge of this kind', async () => {
  const form = await account.makeForm();
  expect(await post(form.slug, { altcha: 'mine' })).toMatchObject({ status: 201 });
  expect(await payloads(form.id)).toEqual([
    [
      ['name', 'Ada'],
      ['altcha', 'mine'],
    ],
  ]);
});

it('refuses a declared field that would never arrive', async () => {
  await expect(makeForm({ fields: [{ name: 'altcha', type: 'text' }] })).rejects.toThrow();
  const form = await account.makeForm({ fields: [{ name: 'altcha', type: 'text' }] });
  const patched = await call('updateForm', {
    path: { id: form.id },
    key: account.managementKey,
    body: { challenge },
  });
  expect(patched).toMatchObject({ status: 422, body: { errors: [{ path: 'fields.0.name' }] } });
});

describe('GET /v1/f/{slug}/challenge', () => {
  it('returns a different puzzle each time, which no cache stores', async () => {
    const form = await makeForm({ challenge: { ...challenge, difficulty: 'high' } });
    const { status, headers, body } = await call('getChallenge', { path: { slug: form.slug } });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        algorithm: 'SHA-256',
        challenge: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        salt: expect.stringMatching(/^[0-9a-f]{24}\?expires=\d{10}&$/) as string,
        signature: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        maxnumber: 1_000_000,
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect((await getPuzzle(form.id)).salt).not.toBe((body as Puzzle).salt);
  });

  it('returns 404 for a form without it, and for an unknown form', async () => {
    const plain = await account.makeForm();
    const off = await makeForm({ challenge: { ...challenge, enabled: false } });
    const turnstile = await account.makeForm({ challenge: { enabled: true, secret: 'secret' } });
    for (const { slug } of [plain, off, turnstile])
      expect(await call('getChallenge', { path: { slug } })).toMatchObject({ status: 404 });
    expect(await call('getChallenge', { path: { slug: 'nobodys-form' } })).toMatchObject({
      status: 404,
      body: { code: 'form-not-found' },
    });
  });

  it('refuses other websites than the allowed ones, and a paused form', async () => {
    const form = await makeForm({ allowed_origins: ['https://www.example.org'] });
    const from = (origin: string) => call('getChallenge', { path: { slug: form.slug }, headers: { origin } });
    expect(await from('https://www.example.org')).toMatchObject({ status: 200 });
    expect(await from('https://other.example')).toMatchObject({
      status: 403,
      body: { code: 'origin-not-allowed' },
    });
    await call('updateForm', {
      path: { id: form.id },
      key: account.managementKey,
      body: { status: 'paused' },
    });
    expect(await from('https://www.example.org')).toMatchObject({
      status: 403,
      body: { code: 'form-not-live' },
    });
  });
});

it('turns on without a secret, unlike Turnstile, and keeps the difficulty', async () => {
  const form = await account.makeForm();
  const patch = (of: object) =>
    call('updateForm', { path: { id: form.id }, key: account.managementKey, body: { challenge: of } });
  expect(await patch({ enabled: true })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'challenge.secret' }] },
  });
  expect(await patch({ enabled: true, provider: 'proof-of-work', difficulty: 'high' })).toMatchObject({
    body: { challenge: { enabled: true, provider: 'proof-of-work', site_key: null, difficulty: 'high' } },
  });
  expect(await patch({ enabled: false })).toMatchObject({ body: { challenge: { difficulty: 'high' } } });
});
