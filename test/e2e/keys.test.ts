/** Tests keys, tokens and the operator's CLI against the whole service. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
/** Every key and token used in these tests, to check that none of them is logged. */
const secrets: string[] = [];
let operator: ReturnType<typeof operatorIn>;

beforeAll(async () => {
  service = await sharedServiceAccount();
  operator = operatorIn(service.folder);
});

async function operate(...args: string[]) {
  const { code, stdout, stderr } = await operator(...args, '--local', '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function request(method: string, path: string, key: string, body?: unknown) {
  const response = await service.request(path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

test('an account that the operator created can manage its own keys', async () => {
  const made = await operate('create', '--name', 'Acme', '--plan', 'free', '--quota', '2');
  const { account_id, management_key } = made;
  secrets.push(management_key);
  const usage = await request('GET', '/v1/usage', management_key);
  expect(usage.body).toMatchObject({ account_id, plan: 'free', submissions: { used: 0, limit: 2 } });

  const minted = await request('POST', '/v1/api-keys', management_key, { type: 'management', name: 'CI' });
  expect(minted.status).toBe(201);
  secrets.push(minted.body.key);
  const [newest] = await operate('keys', 'list', account_id);
  expect(newest.id).toBe(minted.body.id);

  await operate('keys', 'revoke', account_id, minted.body.id);
  expect((await request('GET', '/v1/forms', minted.body.key)).status).toBe(401);
  const listed = await request('GET', '/v1/api-keys', management_key);
  expect(listed.body.data[0]).toMatchObject({ id: minted.body.id, revoked_at: expect.any(String) });
  const deleted = await request('DELETE', `/v1/api-keys/${minted.body.id}`, management_key);
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
});

test('an OAuth client discovers the endpoints, gets a token, uses it, and revokes it', async () => {
  const { management_key: key } = service.outputs;
  const [{ id }] = (await request('GET', '/v1/api-keys?limit=100', key)).body.data.filter(
    ({ type }: { type: string }) => type === 'management',
  );
  const metadata = await service.request(`/.well-known/oauth-authorization-server`);
  const { issuer, token_endpoint, revocation_endpoint } = (await metadata.json()) as Record<string, string>;
  expect(issuer).toBe(service.baseUrl);
  const post = (url: string, form: Record<string, string>) =>
    service.request(url, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${key}`)}` },
      body: new URLSearchParams(form),
    });

  const issued = await post(token_endpoint!, { grant_type: 'client_credentials', scope: 'read' });
  expect(issued.status).toBe(200);
  expect(issued.headers.get('cache-control')).toBe('no-store');
  const { access_token } = (await issued.json()) as { access_token: string };
  secrets.push(key, access_token);
  expect((await request('GET', '/v1/forms', access_token)).status).toBe(200);
  const refused = await request('POST', '/v1/forms', access_token, { name: 'Contact' });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="write"');

  expect((await post(revocation_endpoint!, { token: access_token })).status).toBe(200);
  expect((await request('GET', '/v1/forms', access_token)).status).toBe(401);
});

test('logs contain no key or token', () => {
  const folder = join(service.folder, 'logs');
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(logs.join('')).toContain('createApiKey');
  expect(secrets).toHaveLength(4);
  for (const secret of secrets) for (const log of logs) expect(log).not.toContain(secret.slice(16));
});
