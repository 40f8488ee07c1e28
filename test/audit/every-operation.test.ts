/**
 * Tests which operations write an audit row, using a handwritten table of expectations. A new operation fails
 * until someone adds its expected row, or the reason why it changes nothing.
 */
import { httpHandler } from '../../lambdas/http/http-handler.ts';
import { needsKey } from '../../lambdas/http/operation.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { startAcceptingQueue } from '../support/receivers/accepting-queue.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { newKey } from '../support/samples/accounts.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { signIn } from '../support/samples/people.ts';
import { readyDataRequest } from '../support/samples/ready-data-request.ts';
import { readyImport } from '../support/samples/ready-import.ts';
import { BASE_URL, type Answered, type SentToOperation } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import { EXPECTED, NAMES, CHANGED } from './audited-operations.ts';

let service: TestOperations;
let receiver: Receiver;
let queue: Awaited<ReturnType<typeof startAcceptingQueue>>;
let ours: Everything;
/** The API key that makes the changes. Another key reads the audit log. */
let maker: { id: string; key: string };

beforeAll(async () => {
  queue = await startAcceptingQueue();
  service = await startOperations({
    // Canceling a data request fails unless SQS accepts the message.
    DATA_REQUESTS_QUEUE_URL: `${queue.url}/0/queue`,
    AWS_ENDPOINT_URL_SQS: queue.url,
    ALLOW_HTTP_WEBHOOKS: 'true',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    EMAIL_ENABLED: 'true',
  });
  // This test has no e-mail queue, but invitations are still stored.
  delete process.env['EMAILS_QUEUE_URL'];
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
  queue.stop();
});
/** True if the next test can reuse the account. A new account is created after deletions and failures. */
let isWhole = false;
beforeEach(async () => {
  if (!isWhole) {
    ours = await makeEverything(service.stores, service.call);
    maker = await newKey(service.stores, ours.accountId, 'management');
  }
  isWhole = false;
});

/** Ensures that the webhook's endpoint responds and that the delivery in the path exists. */
async function makeDelivery(): Promise<void> {
  const { key, resources } = ours;
  const path = { id: resources['webhooks']! };
  await service.call('updateWebhook', { key, path, body: { url: receiver.url } });
  await service.call('testWebhook', { key, path });
  const [ping] = (await service.call('listDeliveries', { key, path })).body.data;
  Object.assign(resources, { deliveries: ping.id as string });
}

/** Starts a bulk job that can be undone. */
async function makeBulkJob(): Promise<void> {
  const { key, resources } = ours;
  const form = (await service.call('createForm', { key, body: { name: 'Bulk' } })).body;
  const body = { filter: {}, action: 'read' };
  const job = (await service.call('changeFormSubmissions', { key, path: { id: form.id }, body })).body;
  Object.assign(resources, { 'bulk-jobs': job.id as string, 'form of the bulk job': form.id as string });
}

const rows = async (query: Record<string, string> = {}): Promise<any[]> =>
  (await service.call('listAuditLog', { key: ours.key, query: { limit: '100', ...query } })).body.data;

function call(name: OperationName, sent: SentToOperation = {}): Promise<Answered> {
  const operation = operations[name];
  const body = ours.bodyOf(operation);
  return service.call(name, {
    path: ours.pathOf(operation),
    ...(needsKey(operation) && { key: maker.key }),
    ...(body !== undefined && { body }),
    ...sent,
  });
}

it('covers every operation', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(operations).sort());
});

const changes = Object.entries(EXPECTED).flatMap(([name, expected]) =>
  typeof expected === 'string' ? [] : [{ name: name as OperationName, type: expected[0], id: expected[1] }],
);

it.each(changes)('$name writes exactly one row', async ({ name, type, id }) => {
  if (['testWebhook', 'replayDelivery'].includes(name)) await makeDelivery();
  if (name === 'undoBulkJob') await makeBulkJob();
  if (name === 'confirmImport')
    Object.assign(ours.resources, {
      imports: await readyImport(service, ours.key, ours.resources['forms']!),
    });
  if (name === 'confirmDataRequest' || name === 'cancelDataRequest')
    Object.assign(ours.resources, {
      'data-requests': await readyDataRequest(service, ours.key, ours.accountId),
    });
  const before = await rows();
  const answered = await call(name);
  expect(answered.status).toBeLessThan(300);
  const after = await rows();
  // Undoing the job completes the job's audit row.
  if (name === 'undoBulkJob') before[0].outcome = 'failed';
  expect(after.slice(1)).toEqual(before);
  expect(after[0]).toEqual({
    id: expect.stringMatching(/^aud_[0-9A-HJKMNP-TV-Z]{26}$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    actor: { type: 'key', id: maker.id, name: 'Test' },
    action: name,
    target: { type, id: id(answered, ours, maker), name: NAMES[name] ?? null },
    // A bulk job completes its audit row when it ends.
    outcome: name === 'changeFormSubmissions' ? 'attempted' : 'completed',
    changes: CHANGED[name] ?? [],
    request_id: answered.headers['x-request-id'],
    ip: '203.0.113.7',
  });
  isWhole = !/^(delete|remove|revoke)/.test(name);
});

it('writes no row for reads, submissions, confirmations, or token requests', async () => {
  const before = await rows();
  for (const [name, expected] of Object.entries(EXPECTED)) {
    if (typeof expected === 'string') await call(name as OperationName);
  }
  expect(await rows()).toEqual(before);
});

it('writes no row when a submission is only marked as read, for example when someone opens it', async () => {
  const before = await rows();
  expect((await call('updateSubmission', { body: { read: true } })).body.read_at).toEqual(expect.any(String));
  expect(await rows()).toEqual(before);
  await call('updateSubmission', { body: { read: false, starred: true } });
  expect(await rows()).toHaveLength(before.length + 1);
});

it('names only the submissions that a bulk request changed', async () => {
  const form = { slug: ours.resources['f']! };
  const second = (await service.call('submitForm', { path: form, body: { name: 'Bob' } })).body.id;
  const ids = [ours.resources['submissions']!, second, 'sub_unknown'];
  await call('changeSubmissions', { body: { ids, action: 'star' } });
  // Both submissions are already starred, so starring them again changes nothing.
  await call('changeSubmissions', { body: { ids, action: 'star' } });
  await call('changeSubmissions', { body: { ids: [second], action: 'delete' } });
  const made = (await rows({ action: 'changeSubmissions' })).filter(
    ({ target }) => target.type === 'submission',
  );
  expect(made.map(({ target }) => target.id).toSorted()).toEqual([ids[0], second, second].toSorted());
});

it('writes one row when a key is revoked together with the keys it created', async () => {
  const key = { key: maker.key, body: { type: 'submission', name: 'Website' } };
  for (let minted = 0; minted < 3; minted += 1) await service.call('createApiKey', key);
  await service.call('revokeApiKey', { key: ours.key, path: { id: maker.id }, query: { cascade: 'true' } });
  // Revoking the key again changes nothing.
  await service.call('revokeApiKey', { key: ours.key, path: { id: maker.id } });
  const made = await rows({ action: 'revokeApiKey' });
  expect(made.map(({ target }) => target)).toEqual([{ type: 'api_key', id: maker.id, name: 'Test' }]);
});

it('names the key behind an access token', async () => {
  const client = { client_id: maker.id, client_secret: maker.key, grant_type: 'client_credentials' };
  const issued = await service.call('issueToken', { body: new URLSearchParams(client) });
  await call('updateForm', { key: issued.body.access_token as string });
  expect((await rows())[0].actor).toEqual({ type: 'token', id: maker.id, name: 'Test' });
});

it('names the member behind a session and records each renewal of an invitation', async () => {
  const { member, cookies } = await signIn(service.stores, ours.accountId, { role: 'owner' });
  const asMember = { cookies, headers: { origin: BASE_URL } };
  const invited = await service.call('inviteMember', {
    ...asMember,
    body: { email: 'ann@example.com', role: 'viewer' },
  });
  await service.call('inviteMember', { ...asMember, body: { email: 'ann@example.com', role: 'editor' } });
  const actor = { type: 'member', id: member.member_id, name: member.email };
  const target = { type: 'member', id: invited.body.id };
  expect(await rows({ actor: member.member_id })).toMatchObject([
    { actor, action: 'inviteMember', target },
    { actor, action: 'inviteMember', target },
  ]);
});

describe('a refused request', () => {
  const NOBODY = 'frm_0000000000';
  it.each<[OperationName, SentToOperation, number]>([
    ['createForm', { body: { name: '' } }, 422],
    ['createForm', { body: { name: 'Other', nonsense: 1 } }, 422],
    ['updateForm', { path: { id: NOBODY } }, 404],
    ['updateForm', { query: { nonsense: '1' } }, 422],
    ['deleteForm', { path: { id: NOBODY } }, 404],
    ['createWebhook', { body: { url: 'https://hooks.example.org/in' } }, 409],
    ['deleteWebhook', { path: { id: 'wh_00000000000000000000' } }, 404],
    ['deleteSubmission', { path: { id: 'sub_unknown' } }, 404],
    ['createApiKey', { body: { type: 'management', name: '' } }, 422],
    ['revokeApiKey', { path: { id: 'key_unknown' } }, 404],
    ['createOauthClient', { body: { name: 'Shop', type: 'public', redirect_uris: [] } }, 422],
    ['deleteOauthClient', { path: { id: 'app_00000000000000000000000000' } }, 404],
    ['inviteMember', { body: { email: 'no address', role: 'viewer' } }, 422],
    ['removeMember', { path: { id: 'mem_00000000000000000000000000' } }, 404],
    ['testWebhook', { query: { nonsense: '1' } }, 422],
    ['replayDelivery', { key: 'nonsense' }, 401],
    ['testWebhook', { path: { id: 'wh_00000000000000000000' } }, 404],
    ['testWebhook', { path: { id: '<script>' } }, 404],
    ['replayDelivery', { path: { id: `whd_${'0'.repeat(46)}` } }, 404],
    ['endMemberSessions', { path: { id: 'mem_00000000000000000000000000' } }, 404],
  ])('writes no row: %s with %j', async (name, sent, status) => {
    const before = await rows();
    expect((await call(name, sent)).status).toBe(status);
    expect(await rows()).toEqual(before);
    isWhole = true;
  });

  it("writes no row about another account's webhooks, deliveries and members", async () => {
    const stranger = await makeEverything(service.stores, service.call);
    const before = await rows();
    for (const name of ['testWebhook', 'replayDelivery', 'endMemberSessions'] as const)
      expect((await call(name, { path: stranger.pathOf(operations[name]) })).status).toBe(404);
    expect(await rows()).toEqual(before);
    expect((await service.call('listAuditLog', { key: stranger.key })).text).not.toContain(maker.id);
  });

  it('marks a row as failed if it was written before a change that then fails', async () => {
    const id = ours.resources['webhooks']!;
    let status = 0;
    for (let pings = 0; status !== 429 && pings < 100; pings += 1) ({ status } = await call('testWebhook'));
    expect(status).toBe(429);
    expect((await rows())[0]).toMatchObject({
      action: 'testWebhook',
      target: { type: 'webhook', id },
      outcome: 'failed',
    });
  });
});

describe('a changed setting', () => {
  it('is recorded with its old and new values, with URLs shortened to their hosts and addresses hashed', async () => {
    const form = { path: { id: ours.resources['forms']! } };
    const change = (body: Record<string, unknown>) => call('updateForm', { ...form, body });
    const redirect_url = 'https://shop.example.com/thanks?token=secret';
    await change({ notify_emails: [] });
    await change({ redirect_url, notify_emails: ['Ann@Visitor.example'], name: 'Contact', slug: 'renamed' });
    await change({ notify_emails: ['ann@visitor.example', 'bob@visitor.example'], redirect_url: null });
    await change({ challenge: { enabled: true, secret: 'turnstile-secret' } });
    await call('updateWebhook', {
      body: { url: 'https://user.example.net:8443/in?key=secret', rotate_secret: true, name: 'Desk' },
    });
    const [webhook, challenge, second, first] = (await rows()).map(({ changes }) => changes);
    const [ann, bob] = second.find(({ member }: { member: string }) => member === 'notify_emails').to;
    expect([ann, bob]).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}@visitor\.example$/),
      expect.stringMatching(/^[0-9a-f]{16}@visitor\.example$/),
    ]);
    expect(ann).not.toBe(bob);
    expect(first).toEqual([
      { member: 'slug' },
      { member: 'notify_emails', from: [], to: [ann] },
      { member: 'redirect_url', from: [], to: ['shop.example.com'] },
    ]);
    expect(second).toEqual([
      { member: 'notify_emails', from: [ann], to: [ann, bob] },
      { member: 'redirect_url', from: ['shop.example.com'], to: [] },
    ]);
    expect(challenge).toEqual([{ member: 'challenge' }]);
    expect(webhook).toEqual([
      { member: 'url', from: ['hooks.example.org'], to: ['user.example.net:8443'] },
      { member: 'name' },
      { member: 'secret' },
    ]);
  });

  it('is not recorded if it was sent unchanged', async () => {
    await call('updateForm', { body: { notify_emails: [] } });
    await call('updateForm', { body: { name: 'Contact', notify_emails: [] } });
    await call('updateWebhook', { body: { enabled: true, name: null, format: 'standard' } });
    const [webhook, form] = await rows();
    expect([form.changes, webhook.changes]).toEqual([[], []]);
  });
});

it('every handler that changes something declares an audit row', () => {
  const { audit: _, ...forgetful } = operations.updateForm;
  expect(() => httpHandler(forgetful, { baseUrl: '' }, () => ({ status: 200 }))).toThrow(TypeError);
  expect(() => httpHandler(operations.updateForm, { baseUrl: '' }, () => ({ status: 200 }))).toThrow(
    TypeError,
  );
});

it('keeps secrets and user input out of the log', async () => {
  const secret = 'correct-horse-battery';
  const form = { path: { id: ours.resources['forms']! } };
  await call('updateForm', { ...form, body: { turnstile_secret: secret } });
  await call('createWebhook', { ...form, body: { url: `https://hooks.example.org/${secret}` } });
  await call('updateSubmission', { body: { note: secret } });
  await call('updateWebhook', { body: { headers: { 'x-token': secret } } });
  const text = JSON.stringify(await rows());
  expect(text).toContain('updateWebhook');
  for (const hidden of [secret, maker.key, ours.key, 'Ada']) expect(text).not.toContain(hidden);
});
