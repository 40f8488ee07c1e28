/**
 * Tests that webhooks can't cause loops: operations that accept submissions refuse deliveries from the
 * service's own webhooks.
 */
import { signedEnvelope } from '../../lambdas/webhooks/delivery/envelope.ts';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let account: AccountWithForms;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  account = await makeAccount(stores, call);
});
afterAll(() => stores.stop());

const REFUSED = { status: 403, body: { type: 'http://api.test/problems/webhook-loop', status: 403 } };
const delivery = { id: 'whd_1', event: 'submission.created' as const, attempt: 1, data: { payload: {} } };
const { body, headers } = signedEnvelope(
  delivery,
  { secrets: ['whsec_c2VjcmV0'], privateKeys: [] },
  Date.now(),
);
const { 'user-agent': userAgent, 'x-svc-hop': hop, ...others } = headers;

// Runs first, because functions store the counts of many refused submissions with a delay.
it('counts each refused delivery for the owner, along with its reason', async () => {
  const { id, slug } = await account.makeForm();
  const path = { slug };
  const file = { name: 'cv.pdf', size: 3, field: 'cv' };
  const entry = { path: { locale: 'de' }, key: account.submissionKey, headers };
  const answers = [
    await call('submitForm', { path, headers, body: Buffer.from(body) }),
    await call('createUpload', { path, headers, body: file }),
    await call('submitEntry', { ...entry, body: { form: slug, fields: {} } }),
  ];
  expect(answers.map(({ body: { code } }) => code)).toEqual(['webhook-loop', 'webhook-loop', 'webhook-loop']);
  const { body: statistics } = await call('getStatistics', { key: account.managementKey, path: { id } });
  expect(statistics.refused).toEqual([{ reason: 'webhook-loop', count: 3 }]);
});

it.each<[string, Record<string, string>]>([
  ['a delivery', headers],
  ['its user agent', { 'user-agent': 'svc-Webhooks/1' }],
  ['a later version of the user agent', { 'user-agent': 'SVC-webhooks/27 (relay)' }],
  ['a delivery from a relay with its own user agent', { ...headers, 'user-agent': 'relay/1.0' }],
  ['an empty hop header', { 'x-svc-hop': '' }],
])('refuses %s as a submission, an upload, and a localized entry', async (__, sent) => {
  const { id, slug } = await account.makeForm();
  const json = { 'content-type': 'application/json', ...sent };
  const path = { slug };
  for (const key of [undefined, account.submissionKey, account.managementKey])
    expect(await call('submitForm', { path, key, headers: json, body: Buffer.from(body) })).toMatchObject(
      REFUSED,
    );
  const page = await call('submitForm', {
    path,
    headers: { ...sent, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from('name=Ada'),
  });
  expect(page.status).toBe(403);
  const file = { name: 'cv.pdf', content_type: 'application/pdf', size: 3, field: 'cv' };
  expect(await call('createUpload', { path, headers: json, body: file })).toMatchObject(REFUSED);
  const entry = { path: { locale: 'de' }, key: account.submissionKey, headers: json };
  expect(await call('submitEntry', { ...entry, body: { form: slug, fields: {} } })).toMatchObject(REFUSED);
  expect(await storedSubmissions(stores, id)).toEqual([]);
});

it('accepts other requests from a receiver that sends neither header', async () => {
  expect([userAgent, hop]).toEqual(['svc-Webhooks/1', '1']);
  const { slug } = await account.makeForm();
  const sent = { path: { slug }, headers: { ...others, 'user-agent': 'crm/1.0' }, body: Buffer.from(body) };
  expect((await call('submitForm', sent)).status).toBe(201);
});

it("counts a refused delivery towards neither the quota nor the address's rate limit", async () => {
  const { slug } = await account.makeForm({ rate_limit: 1 });
  const path = { slug };
  for (let count = 0; count < 3; count += 1)
    expect(await call('submitForm', { path, headers, body: Buffer.from(body) })).toMatchObject(REFUSED);
  expect((await call('submitForm', { path, body: { name: 'Ada' } })).status).toBe(201);
});
